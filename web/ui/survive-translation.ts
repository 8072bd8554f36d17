/**
 * Keeps the app alive on a page that the browser translates. Chrome and Edge replace each text node by a `<font>` with
 * the translation. React holds the node itself: to remove it, or to insert before it, throws in the browser and would
 * end the app (https://github.com/facebook/react/issues/11538); a new text in it would never be seen.
 *
 * When the app changes or needs such a node, it returns to its place first, and the browser translates it again. A
 * place that cannot be found does not throw: the node is removed where it is, or the new one comes last. `earlier` holds
 * the changes of the translator before this call.
 */
export function surviveTranslation(
  { document, Node, MutationObserver }: Window & typeof globalThis,
  earlier: MutationRecord[],
): void {
  const standIns = new WeakMap<Node, Element>()
  const originals = new WeakMap<Element, ChildNode[]>()
  const observer = new MutationObserver(learn)

  function learn(records: MutationRecord[]) {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') putBack(target)
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
      if (font) for (const node of removedNodes) if (node instanceof Text) replace(node, font)
    }
  }

  function replace(text: Text, font: Element) {
    if (text.isConnected || standIns.get(text) === font) return
    standIns.set(text, font)
    originals.set(font, [...(originals.get(font) ?? []), text])
    observer.observe(text, { characterData: true })
  }

  function putBack(node: Node) {
    const font = standIns.get(node)
    standIns.delete(node)
    if (font?.parentNode && !node.parentNode) font.replaceWith(...(originals.get(font) ?? []))
  }

  /** Puts a node back unless it is where the app expects it. */
  function find(node: Node, parent: Node) {
    if (node.parentNode === parent) return
    learn(observer.takeRecords())
    putBack(node)
  }

  const { removeChild, insertBefore, appendChild } = Node.prototype
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      find(child, this)
      const parent = child.parentNode
      return parent ? removeChild.call(parent, child) : child
    },
    insertBefore(this: Node, node: Node, reference: Node | null) {
      putBack(node)
      if (reference) find(reference, this)
      return insertBefore.call(this, node, reference?.parentNode === this ? reference : null)
    },
    appendChild(this: Node, node: Node) {
      putBack(node)
      return appendChild.call(this, node)
    },
  })
  learn(earlier)
  observer.observe(document.body, { childList: true, subtree: true })
}

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'
