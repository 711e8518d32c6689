export { ajvSchemas } from "./ajv-schemas.ts";
