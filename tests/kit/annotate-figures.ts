import type { TestContext } from 'vitest'

/** The type of the annotations that `npm test` lists at its end. */
export const FIGURES = 'figures'

/** Reports what a drill counted: a run that passes shows how much it tested. */
export async function annotateFigures(
  { annotate }: Pick<TestContext, 'annotate'>,
  figures: Record<string, number>,
) {
  const parts = Object.entries(figures).map(([name, value]) => `${value.toLocaleString('en')} ${name}`)
  await annotate(parts.join(', '), FIGURES)
}
