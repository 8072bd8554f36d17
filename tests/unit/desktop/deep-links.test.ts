import { describe, expect, it } from 'vitest'
import { DESKTOP_LINK_PATHS } from '#schema/desktop.ts'
import { linkAmong, pathOfLink } from '../../../desktop/main/deep-links.ts'

const LONGEST = 2048
const linkOfLength = (length: number) => 'rapport://verify?code='.padEnd(length, 'x')

describe('a link into the desktop app', () => {
  it.each([...DESKTOP_LINK_PATHS])('leads to %s', (path) => {
    expect(pathOfLink(`rapport:/${path}`)).toBe(path)
    expect(pathOfLink(`rapport:/${path}?token=a%20b`)).toBe(`${path}?token=a+b`)
  })

  it.each(['rapport://payment/cancel/', 'rapport://payment/cancel//'])(
    'ignores trailing slashes: %s',
    (link) => expect(pathOfLink(link)).toBe('/payment/cancel'),
  )

  it('fails when it is longer than 2048 characters', () => {
    expect(pathOfLink(linkOfLength(LONGEST))).toBe(`/verify?code=${'x'.repeat(LONGEST - 22)}`)
    expect(pathOfLink(linkOfLength(LONGEST + 1))).toBeNull()
  })

  it.each([
    ['another scheme', 'other://verify?code=1'],
    ['the scheme of the pages', 'rapport-app://verify'],
    ['a user', 'rapport://user@verify'],
    ['a port', 'rapport://verify:80'],
    ['a user and a port', 'rapport://user@verify:80'],
    ['a page that links may not open', 'rapport://settings'],
    ['no address', 'verify'],
  ])('fails: %s', (_, link) => {
    expect(pathOfLink(link)).toBeNull()
  })
})

describe('the command line', () => {
  it('may contain a link at any position; the first one counts', () => {
    expect(linkAmong(['rapport', '--hidden', 'rapport://verify', 'rapport://payment/cancel'])).toBe(
      'rapport://verify',
    )
  })

  it('contains no link without the complete scheme', () => {
    expect(linkAmong(['rapport', 'rapport:verify', 'x rapport://verify', 'rapport-app://app'])).toBeNull()
  })
})
