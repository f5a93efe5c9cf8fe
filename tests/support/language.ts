/** Vitest's setup of tests in Node: texts are read as the server reads them. */
import '#server/platform/language';
