import js from "@eslint/js";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const NODE_GLOBALS = [
  "AbortController",
  "AbortSignal",
  "Buffer",
  "clearInterval",
  "clearTimeout",
  "console",
  "fetch",
  "performance",
  "process",
  "ReadableStream",
  "Request",
  "Response",
  "setInterval",
  "setTimeout",
  "TextDecoderStream",
  "TextEncoder",
  "URL",
];

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "**/.next/**",
      "**/next-env.d.ts",
      ".cache/**",
      ".vitest/**",
      "data/**",
      "coverage/**",
      "tests/contract/clients/flows/**",
      "packages/client/src/generated/**",
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.json", "examples/authentication/next/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-empty-function": "off",
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "tsyringe", message: "Import it from di.ts." },
            { name: "reflect-metadata", message: "Import it from di.ts." },
          ],
        },
      ],
    },
  },
  {
    // What backtracks over a caller's text stops the process for everybody.
    files: ["packages/**", "examples/**"],
    // Tests read their own text.
    ignores: [
      "**/*.test.{ts,tsx}",
      "**/*.test-support.{ts,tsx}",
      "packages/web/src/workspace/chat/text/visible-text.ts",
    ],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential", ignoreSticky: true }],
    },
  },
  { files: ["packages/core/src/di.ts"], rules: { "no-restricted-imports": "off" } },
  {
    // Test kits hand their functions over by destructuring.
    files: ["**/*.test.ts", "**/*.test-support.ts", "**/testing/**"],
    rules: { "@typescript-eslint/unbound-method": "off" },
  },
  {
    // Plain scripts, run by any Node from 20 on without a build: there are no types to check.
    files: ["**/*.mjs", "**/*.js"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, "readonly"])) },
  },
);
