import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocalizedHistory } from '#web/app/localized-history.ts'
import { pageAddress } from '#web/app/page-address.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Opens a page of the browser at a path. */
function openAt(path: string) {
  const location = new URL(path, 'http://localhost')
  const pushed: unknown[] = []
  const history = {
    state: null,
    pushState: (_state: unknown, _title: string, address: unknown) => void pushed.push(address),
    replaceState: () => undefined,
  }
  vi.stubGlobal('document', {
    defaultView: { location, history, addEventListener() {}, removeEventListener() {} },
  })
  return { pushed, paths: createLocalizedHistory((link) => pageAddress('de', link)) }
}

describe('the history of a localized page', () => {
  // covers: design-router-without-language
  it('shows the router the path without the language, with its search and hash', () => {
    const { pathname, search, hash } = openAt('/de/faq?a=1#b').paths.location
    expect([pathname, search, hash]).toEqual(['/faq', '?a=1', '#b'])
    expect(openAt('/pt-BR').paths.location.pathname).toBe('/')
  })

  it('leaves paths without a language as they are', () => {
    expect(openAt('/pricing').paths.location.pathname).toBe('/pricing')
    expect(openAt('/definitely').paths.location.pathname).toBe('/definitely')
  })

  // covers: design-router-without-language
  it('gives links to public pages the language, and no others', () => {
    const { paths } = openAt('/de')
    expect(paths.createHref('/faq#b')).toBe('/de/faq#b')
    expect(paths.createHref({ pathname: '/faq', search: '?a=1' })).toBe('/de/faq?a=1')
    expect(paths.createHref('/pricing')).toBe('/pricing')
  })

  it('navigates to the address with the language', () => {
    const { paths, pushed } = openAt('/de')
    paths.push('/about')
    expect(pushed.map(String)).toEqual(['/de/about'])
  })

  it.each(['//evil.example/x', '/\\evil.example/x', '/de//evil.example/x'])(
    'shows the router a path of this server at %s',
    (path) => {
      expect(openAt(`http://localhost${path}`).paths.location.pathname).toBe('/evil.example/x')
    },
  )

  it.each(['//evil.example/x?a=1', '/\\evil.example/x?a=1', '///evil.example/x?a=1'])(
    'gives the link %s an address of this server',
    (link) => {
      const { paths, pushed } = openAt('/de')
      expect(paths.createHref(link)).toBe('/evil.example/x?a=1')
      paths.push(link)
      expect(pushed.map(String)).toEqual(['/evil.example/x?a=1'])
    },
  )
})
