import { describe, expect, it } from 'vitest'
import {
  DESKTOP_AGENT,
  DESKTOP_CHANNELS,
  DESKTOP_LINK_SCHEME,
  DESKTOP_MODELS,
  DESKTOP_ORIGIN,
  DESKTOP_PHASES,
  LOOPBACK,
  MAX_SERVERS,
} from '#schema/desktop.ts'
import { FIND_BAR_CHANNELS, FIND_BAR_MODELS } from '#schema/find-bar.ts'
import { PRODUCT } from '#schema/product.ts'
import { optionalFields, untypedFields } from '../../kit/model-fields.ts'
import { CHAT } from '../web-state/kit.ts'

const { token, serverAddress, settings, settingsChange, state, event } = DESKTOP_MODELS
const letters = (count: number) => 'x'.repeat(count)
const UNFIT = 'Please enter an address that begins with https://'

const SETTINGS = {
  hideMessageText: true,
  launchAtLogin: false,
  closeToTray: true,
  serverAddress: 'https://one.test',
  servers: ['https://one.test', 'https://two.test'],
}
const STATE = {
  phase: 'chat',
  openId: CHAT,
  unread: [{ conversationId: CHAT, count: 3 }],
  knocks: [CHAT],
  ring: 'none',
}
const EVENT = { id: 'event-1', kind: 'message', conversationId: CHAT, partnerName: 'Juniper', text: 'Hello' }

interface Model {
  safeParse(value: unknown): { success: boolean }
}
const accepts = (model: Model, ...values: unknown[]) => values.map((value) => model.safeParse(value).success)

describe('the address of a server', () => {
  it.each([
    ['https://rapport.test', 'https://rapport.test'],
    ['https://rapport.test/path?query#hash', 'https://rapport.test'],
    ['HTTPS://Rapport.Test:443/', 'https://rapport.test'],
    ['https://rapport.test:8443', 'https://rapport.test:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('turns %s into its origin %s', (given, origin) => {
    expect(serverAddress.parse(given)).toBe(origin)
  })

  it.each([
    '',
    'rapport.test',
    'ftp://rapport.test',
    'xhttps://rapport.test',
    'httpsx://rapport.test',
    'xhttp://localhost',
    'httpx://localhost',
    'http://rapport.test',
    'http://localhost.evil.test',
    'http://notlocalhost',
    'http://127.0.0.10',
    'http://1127.0.0.1',
    'https://user@rapport.test',
    'https://:secret@rapport.test',
    'https://user:secret@rapport.test',
  ])('cannot be %j', (given) => {
    expect(serverAddress.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([UNFIT])
  })

  it('ends at 300 characters', () => {
    const address = (length: number) => `https://one.test/${letters(length - 17)}`
    expect(accepts(serverAddress, address(300), address(301))).toEqual([true, false])
  })
})

describe('this machine', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('answers to %s', (host) =>
    expect(LOOPBACK.test(host)).toBe(true),
  )

  it.each(['localhost.test', 'mylocalhost', '127.0.0.11', '127x0.0.1', '127.0x0.1', '127.0.0x1', '::1'])(
    'does not answer to %s',
    (host) => expect(LOOPBACK.test(host)).toBe(false),
  )
})

describe('a message between the desktop app and its page', () => {
  it.each([
    ['settings', settings, SETTINGS, []],
    ['a state', state, STATE, []],
    ['an event', event, EVENT, []],
    ['a token', token, 'token-1', []],
  ])('requires each of its fields with its type: %s', (_, model, value, optional) => {
    expect(model.safeParse(value).data).toEqual(value)
    expect(untypedFields(model, value)).toEqual([])
    expect(optionalFields(model, value)).toEqual(optional)
  })

  it('changes any of the settings, and none that the app does not have', () => {
    const { servers, ...own } = SETTINGS
    expect(settingsChange.parse(own)).toEqual(own)
    expect(settingsChange.parse({})).toEqual({})
    expect(untypedFields(settingsChange, own)).toEqual([])
    expect(accepts(settingsChange, { servers }, { bounds: null })).toEqual([false, false])
  })

  it('lists as many servers as the app remembers', () => {
    const listOf = (count: number) => ({ ...SETTINGS, servers: Array(count).fill('https://one.test') })
    expect(accepts(settings, listOf(MAX_SERVERS), listOf(MAX_SERVERS + 1))).toEqual([true, false])
  })

  it('contains a token of up to 4096 characters, or none after a logout', () => {
    expect(accepts(token, null, '', 'x', letters(4096), letters(4097))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ])
  })

  it('contains one of these phases, and a conversation only while one is open', () => {
    for (const phase of DESKTOP_PHASES) expect(accepts(state, { ...STATE, phase })).toEqual([true])
    expect([...DESKTOP_PHASES]).toEqual(['away', 'idle', 'searching', 'chat'])
    expect(accepts(state, { ...STATE, phase: '' }, { ...STATE, openId: null })).toEqual([false, true])
  })

  it('counts unread messages from one to a million, in a hundred conversations', () => {
    const unread = (count: number, conversations = 1) => ({
      ...STATE,
      unread: Array(conversations).fill({ conversationId: CHAT, count }),
    })
    expect(accepts(state, unread(1), unread(1_000_000), unread(1, 100), unread(1, 0))).toEqual(
      Array(4).fill(true),
    )
    expect(accepts(state, unread(0), unread(1_000_001), unread(1.5), unread(1, 101))).toEqual(
      Array(4).fill(false),
    )
  })

  it('contains these kinds of events, within these lengths', () => {
    const kinds = ['match', 'message', 'left', 'not-sent']
    expect(accepts(event, ...kinds.map((kind) => ({ ...EVENT, kind })))).toEqual(Array(4).fill(true))
    const fields = (changes: object) => ({ ...EVENT, ...changes })
    const longest = fields({ id: letters(200), partnerName: letters(200), text: letters(16_000) })
    expect(accepts(event, longest, fields({ partnerName: '', text: '' }))).toEqual([true, true])
    expect(
      accepts(
        event,
        fields({ kind: '' }),
        fields({ id: '' }),
        fields({ id: letters(201) }),
        fields({ partnerName: letters(201) }),
        fields({ text: letters(16_001) }),
      ),
    ).toEqual(Array(5).fill(false))
  })
})

describe('a message of the find bar', () => {
  it('must be a text of up to 200 characters, or a step', () => {
    const { find, step } = FIND_BAR_MODELS
    expect(accepts(find, '', letters(200), letters(201), null)).toEqual([true, true, false, false])
    expect(accepts(step, 'next', 'previous', '', 'last')).toEqual([true, true, false, false])
  })
})

describe('the names of the desktop app', () => {
  it('contain the short name of the product', () => {
    expect(DESKTOP_ORIGIN).toBe(`${PRODUCT.slug}-app://app`)
    expect([DESKTOP_LINK_SCHEME, DESKTOP_AGENT]).toEqual([PRODUCT.slug, `${PRODUCT.slug}-desktop`])
  })

  it('use one channel each', () => {
    const names = [...Object.values(DESKTOP_CHANNELS), ...Object.values(FIND_BAR_CHANNELS)]
    expect(new Set(names).size).toBe(names.length)
    for (const name of Object.values(DESKTOP_CHANNELS)) expect(name).toMatch(/^rapport:[a-z-]+$/)
    for (const name of Object.values(FIND_BAR_CHANNELS)) expect(name).toMatch(/^find-bar:[a-z]+$/)
    expect(Object.keys(DESKTOP_CHANNELS)).toContain('message')
    expect(Object.keys(FIND_BAR_CHANNELS)).toEqual(['find', 'step', 'close', 'message'])
  })
})
