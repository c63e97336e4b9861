// Rules for the scripts that read pages, and for that of the Studio: what is wrong, no taste. `cargo xtask lint-script` runs them.
const browser = [
  "document", "window", "top", "location", "navigator", "performance", "innerWidth", "innerHeight", "scrollX", "scrollY",
  "requestAnimationFrame", "queueMicrotask", "setTimeout", "setInterval", "getSelection", "MutationObserver", "ShadowRoot", "NodeFilter", "CSS", "Range", "Element", "Document", "EventSource",
  "IntersectionObserver",
  "fetch", "DOMParser", "URLSearchParams", "FormData",
];

export default [
  {
    files: ["**/*.js"],
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: "script",
      globals: Object.fromEntries(browser.map((it) => [it, "readonly"])),
    },
    rules: Object.fromEntries(
      [
        "array-callback-return", "eqeqeq", "no-cond-assign", "no-const-assign", "no-constant-condition", "no-dupe-args",
        "no-dupe-else-if", "no-dupe-keys", "no-empty", "no-eval", "no-fallthrough", "no-implicit-globals", "no-redeclare",
        "no-self-assign", "no-shadow", "no-undef", "no-unreachable", "no-unused-vars", "no-var",
        "prefer-const", "use-isnan", "valid-typeof",
      ].map((it) => [it, "error"]),
    ),
  },
];
