/** What may stand before an element: white space, the declaration, and the element that a stream of XMPP opens with. */
const BETWEEN = /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<stream:stream [^>]*>)?\s*/
const START = /^<([\w:]+)[^>]*?(\/)?>/

/**
 * Returns a function that takes the text of an XMPP stream as it arrives and calls `take` with the name and the text of each
 * element below the stream's. Such an element contains none of its own name.
 */
export function xmlReader(take: (name: string, element: string) => void) {
  let rest = ''
  return (chunk: string) => {
    rest += chunk
    for (;;) {
      rest = rest.replace(BETWEEN, '')
      const [start = '', name = '', closed] = START.exec(rest) ?? []
      if (!name) return
      const end = closed ? 0 : rest.indexOf(`</${name}>`)
      if (end < 0) return
      const length = closed ? start.length : end + name.length + 3
      const element = rest.slice(0, length)
      rest = rest.slice(length)
      take(name, element)
    }
  }
}
