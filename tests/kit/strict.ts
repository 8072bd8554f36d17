/**
 * Returns whether everything must run: `CI` is set, as `.ci/run` and GitHub do. Then a skipped test fails, and so
 * does a run without Redis or Chromium. Otherwise the remaining tests run without them.
 */
export const isStrict = (env: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  !['', '0', 'false'].includes(env.CI ?? '')
