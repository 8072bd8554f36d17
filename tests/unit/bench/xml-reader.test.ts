import { describe, expect, it } from 'vitest'
import { xmlReader } from '../../bench/driver/xml-reader.ts'

/** Returns the names and the texts of the elements in these pieces of a stream. */
function elementsIn(...pieces: string[]) {
  const elements: string[][] = []
  const read = xmlReader((name, element) => elements.push([name, element]))
  for (const piece of pieces) read(piece)
  return elements
}

describe('the reader of an XMPP stream', () => {
  it('finds each element wherever the network cuts the text', () => {
    const text = `<message to='a'><body>Hi</body></message><a xmlns='urn:xmpp:sm:3' h='2'/>`
    const expected = [
      ['message', `<message to='a'><body>Hi</body></message>`],
      ['a', `<a xmlns='urn:xmpp:sm:3' h='2'/>`],
    ]
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(elementsIn(text.slice(0, cut), text.slice(cut))).toEqual(expected)
  })

  it('leaves out the declaration, the opening of the stream, and white space', () => {
    const opening = `<?xml version='1.0'?><stream:stream to='bench.local' version='1.0'>`
    expect(elementsIn(`${opening}\n<presence/>`)).toEqual([['presence', '<presence/>']])
  })
})
