import { describe, expect, it } from 'vitest'
import { createOrigins } from '#server/platform/http/origins.ts'

const origins = createOrigins({
  own: ['https://rapport.example', 'app://rapport'],
  listed: ['https://partner.example'],
  scheme: 'https:',
})

describe('the origins of a server', () => {
  it.each([
    [{ origin: 'https://rapport.example' }, 'own'],
    [{ origin: 'app://rapport' }, 'own'],
    [{ origin: 'https://chat.example:8443', host: 'chat.example:8443' }, 'own'],
    [{ origin: 'http://chat.example', host: 'chat.example' }, 'foreign'],
    [{ origin: 'https://chat.example', host: 'other.example' }, 'foreign'],
    [{ origin: 'https://chat.example:444', host: 'chat.example' }, 'foreign'],
    [{ origin: 'https://chat.example', host: 'chat.example:444' }, 'foreign'],
    [{ origin: 'https://rapport.example:444', host: 'rapport.example' }, 'foreign'],
    [{ origin: 'https://partner.example' }, 'listed'],
    [{ origin: 'https://partner.example.evil.example' }, 'foreign'],
    [{ origin: 'null' }, 'foreign'],
    [{ origin: '' }, 'foreign'],
    [{ 'sec-fetch-site': 'same-origin' }, 'own'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign'],
    [{ 'sec-fetch-site': 'cross-site' }, 'foreign'],
    [{ 'sec-fetch-site': 'none' }, 'unstated'],
    [{}, 'unstated'],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 'foreign'],
  ] as const)('classify a request with %j as %s', (headers, page) => {
    expect(origins.pageOf({ headers })).toBe(page)
  })

  it('contain the listed origins for CORS', () => {
    expect(origins.listed).toEqual(['https://partner.example'])
  })
})
