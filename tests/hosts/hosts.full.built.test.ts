import { describeHosts } from "./each-host.ts";

describeHosts("full");
