import type { BrowserContext } from '@playwright/test'

/**
 * Translates every page of a browser as Chrome's own translator does: from the first text on, and after each change,
 * every text node is replaced by a `<font>` in a `<font>`. The words stay the same, so a text that is not replaced
 * again after a change can be seen.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const SKIPPED = 'script, style, textarea, title, noscript, font, [translate="no"]'

    function translate(text: Text) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(SKIPPED)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      for (const font of [outer, inner]) font.style.verticalAlign = 'inherit'
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }

    function translateAll(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
        if (node instanceof Text) texts.push(node)
      for (const text of texts) translate(text)
    }

    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translateAll(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}
