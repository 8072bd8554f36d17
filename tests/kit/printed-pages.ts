import type { Page } from '@playwright/test'

/** Returns how many sheets of paper a page fills when it is printed. */
export async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
