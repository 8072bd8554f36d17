/**
 * Returns whether everything must run: `CI` is set, as `.ci/run` and GitHub do. Then a test that is skipped fails, and so
 * does a run without Redis or Chromium. Elsewhere the rest is run without them.
 */
export const isStrict = (env: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  !['', '0', 'false'].includes(env.CI ?? '')
