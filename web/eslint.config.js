// React's own lint, with the rules of its compiler. Everything else is Biome's. The parser is Babel's: TypeScript 7 has
// no API for parsers written in JavaScript.
import parser from "@babel/eslint-parser";
import reactHooks from "eslint-plugin-react-hooks";

const linted = (files, plugins) => ({
  ...reactHooks.configs.flat["recommended-latest"],
  files,
  languageOptions: {
    parser,
    parserOptions: {
      requireConfigFile: false,
      babelOptions: { configFile: false, parserOpts: { plugins } },
    },
  },
  linterOptions: { reportUnusedDisableDirectives: "error" },
});

export default [
  linted(["{src,desk,ui}/**/*.ts"], ["typescript"]),
  linted(["{src,desk,ui}/**/*.tsx"], ["typescript", "jsx"]),
  { ignores: ["dist", "build", "tests", "public", "src/contract", "*.config.*"] },
];
