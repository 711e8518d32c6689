// Before the styles of components, which override them.
import "./ui/tokens.css";
import "./ui/base.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { applyTheme } from "./app/theme.ts";

applyTheme();
const root = document.getElementById("app");
if (root === null) throw new Error("The page has no #app.");
createRoot(root).render(<App />);
