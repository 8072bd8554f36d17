import { expect, type Page } from '@playwright/test'

/** Runs in the page. Returns foreign quotation marks, and lines that end inside “E-Mail” or between a number and its unit. */
function typographyProblems(): string[] {
  const FOREIGN: Record<string, RegExp> = { de: /[“"](?=\p{L})/u, ja: /[“”"]/u }
  const foreign = FOREIGN[document.documentElement.lang]
  const together = /(?<!\p{L})e-\u2060?mail|^\d+\s?\p{L}{1,2}\.?$/giu
  const isShown = (element: Element | null) =>
    element?.checkVisibility() && !element.closest('[lang="en"], [dir="auto"], textarea, .sr-only')
  const isBroken = (node: Node, start: number, length: number) => {
    const topOf = (at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect().top
    }
    return topOf(start + length - 1) > topOf(start) + 4
  }
  const problems: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    if (!isShown(node.parentElement)) continue
    if (foreign?.test(text)) problems.push(`foreign quotation marks: ${text}`)
    for (const { 0: word, index } of text.matchAll(together))
      if (isBroken(node, index, word.length)) problems.push(`a line ends inside ${word}: ${text}`)
  }
  // The browser writes the marks of a quotation.
  for (const { textContent } of document.querySelectorAll('blockquote'))
    if (foreign?.test(textContent)) problems.push(`foreign quotation marks: ${textContent}`)
  return problems
}

/** Fails for quotation marks of another language, and for a line that ends inside a word or before a unit. */
export async function expectTypography(page: Page, where: string) {
  expect(await page.evaluate(typographyProblems), where).toEqual([])
}
