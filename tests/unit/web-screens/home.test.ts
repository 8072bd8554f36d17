import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { IdleScreen } from '#web/screens/home/idle-screen.tsx'
import { SearchScreen } from '#web/screens/home/search-screen.tsx'
import { Shell } from '#web/screens/home/shell.tsx'
import type { MemberServices } from '#web/state/session/member.ts'
import { aConversation, aUser, lostConnection, signedIn } from '../web-state/kit.ts'
import { drawMarkup, drawTexts, memberOf } from './draw.tsx'

// The real hook needs a document.
vi.mock('#web/screens/home/use-tab-visible.ts', () => ({ useTabVisible: () => true }))

afterEach(() => void vi.unstubAllGlobals())

/** A window of this width for media queries. */
function stubWidth(width: number) {
  const matchMedia = (query: string) => ({ matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1]) })
  vi.stubGlobal('window', { matchMedia })
}

const IDLE = { view: 'idle', children: () => null } as const
const CONVERSATIONS = ['/api/v1/conversations']
const FIGURES = {
  onlineUsersWithCommonInterest: 7,
  nearByUsers: 0,
  conversationCount: 0,
  unreadNotifications: 0,
}

async function drawnShell({ user = {}, path = '/' }: { user?: Parameters<typeof aUser>[0]; path?: string }) {
  const browser = await signedIn(user)
  const drawing = { ...browser, member: memberOf(browser), path }
  const shell = createElement(Shell, { me: aUser(user), ...IDLE })
  return { markup: await drawMarkup(drawing, shell), texts: await drawTexts(drawing, shell) }
}

describe('the home shell', () => {
  // covers: 1-beta-badge, 2.4-header-and-footer
  it('greets the member by name and shows the logo, the Beta badge, the year and the help widget', async () => {
    stubWidth(1024)
    const { texts, markup } = await drawnShell({ user: { displayName: 'Anika <K>' } })
    expect(texts).toContain('Welcome, Anika <K>')
    expect(markup).toContain(`aria-label="${PRODUCT.name}, home"`)
    expect(texts.filter((text) => text === 'Beta')).toHaveLength(2)
    expect(texts).toContain(String(new Date().getFullYear()))
    expect(texts).toContain('Help')
  })

  // covers: 2.4-sidebar-open-when-wide
  it.each([
    [768, 'open'],
    [767, 'closed'],
  ])('starts at a width of %i with the sidebar %s', async (width, sidebar) => {
    stubWidth(width)
    expect((await drawnShell({})).markup).toContain(`data-sidebar="${sidebar}"`)
  })

  // covers: 2.6-closing-the-panel
  it('shows a close button in the sidebar', async () => {
    stubWidth(1024)
    const { markup } = await drawnShell({})
    expect(/<aside\b[^>]*id="sidebar".*?<\/aside>/s.exec(markup)?.[0]).toContain('aria-label="Close"')
  })

  // covers: 2.7-premium-with-nearby-only, 4.5-premium-with-nearby-only
  it('shows people nearby only to premium members who turned nearby on', async () => {
    stubWidth(1024)
    const shown = async (premiumUser: boolean, nearBy: boolean) =>
      (await drawnShell({ user: { premiumUser, nearBy } })).texts.includes('People Nearby')
    expect([await shown(true, true), await shown(true, false), await shown(false, true)]).toEqual([
      true,
      false,
      false,
    ])
  })

  // covers: 2.6-locked-history, 6-free-members
  it('locks the history of free members, with links to the plans on the button and both badges', async () => {
    stubWidth(1024)
    const { texts, markup } = await drawnShell({})
    for (const text of [
      'Unlock Chat History',
      'Upgrade to Premium to access your full conversation history and more features',
      'Upgrade to Premium',
      'Gender Filter',
      'Nearby Users',
    ])
      expect(texts).toContain(text)
    expect(markup.match(/href="\/pricing"/g)).toHaveLength(3)
    expect(texts).not.toContain('2')
  })

  // covers: beyond-free-sidebar
  it('offers free members help, advice and how matching works below the lock', async () => {
    stubWidth(1024)
    const { texts, markup } = await drawnShell({})
    for (const text of ['Get help with a recent chat', 'How to stay safe', 'How it works'])
      expect(texts.indexOf(text)).toBeGreaterThan(texts.indexOf('Nearby Users'))
    expect(markup).toContain('href="/faq"')
    expect((await drawnShell({ user: { premiumUser: true } })).texts).not.toContain('How it works')
  })

  // covers: 2.6-premium-count
  it('shows premium members the number of their conversations, and no lock', async () => {
    stubWidth(1024)
    const { texts } = await drawnShell({ user: { premiumUser: true } })
    expect(texts.slice(texts.indexOf('Recent Conversations')).slice(1, 3)).toEqual([
      'Number of conversations:',
      '2',
    ])
    expect(texts).not.toContain('Unlock Chat History')
  })
})

describe('recent conversations', () => {
  const drawn = async (last: boolean, elements: ReturnType<typeof aConversation>[], premiumUser = true) => {
    stubWidth(1024)
    const browser = await signedIn({ premiumUser })
    const member = memberOf(browser)
    const page = { elements, last, totalPages: 1, totalElements: elements.length }
    member.queries.setQueryData(CONVERSATIONS, { pages: [page], pageParams: [0] })
    const shell = createElement(Shell, { me: aUser({ premiumUser }), ...IDLE })
    const drawing = { ...browser, member }
    return { markup: await drawMarkup(drawing, shell), texts: await drawTexts(drawing, shell) }
  }

  // covers: 2.6-rows, 5-partner-name-is-not-own
  it('show the name, the unread messages and the presence of each partner', async () => {
    const { texts, markup } = await drawn(true, [
      aConversation({ unreadCount: 3 }),
      aConversation({ id: 'other', partnerDisplayName: 'Cleo', userOnline: false }),
      aConversation({ id: 'same', partnerDisplayName: 'Anika', userOnline: false }),
    ])
    const rows = texts.slice(texts.indexOf('Juniper'))
    expect(rows.slice(0, 5)).toEqual(['Juniper', 'No messages yet', '3', 'unread', 'Online'])
    expect(rows).toContain('Cleo')
    expect(rows.filter((text) => text === 'Offline')).toHaveLength(2)
    expect(rows).toContain('Anonymous')
    expect(markup).not.toContain('More available')
  })

  // covers: 2.6-load-more, 4.6-more-available
  it('offer Load More until the last page', async () => {
    const { texts, markup } = await drawn(false, [aConversation()])
    expect(texts).toContain('Load More')
    expect(markup).toContain('aria-description="More available"')
  })

  // covers: beyond-free-sidebar
  it('list the open chat of a free member above the lock, and no chat that has ended', async () => {
    const { texts, markup } = await drawn(
      true,
      [
        aConversation({ unreadCount: 1 }),
        aConversation({ id: 'ended', partnerDisplayName: 'Cleo', partnerActive: false, unreadCount: 5 }),
      ],
      false,
    )
    expect(texts.indexOf('Juniper')).toBeGreaterThan(-1)
    expect(texts.indexOf('Juniper')).toBeLessThan(texts.indexOf('Unlock Chat History'))
    expect(texts).not.toContain('Cleo')
    expect(markup).toContain('aria-label="Conversations, 1 unread"')
  })

  // covers: 2.6-no-conversations
  it('show a note when there are none', async () => {
    expect((await drawn(true, [])).texts).toContain('No conversations yet')
  })
})

describe('the home screen without a chat', () => {
  const NOTICE =
    'Please verify your email address before finding matches. Check your inbox for the verification link.'
  const drawn = async (emailVerified: boolean) => {
    const browser = await signedIn()
    const me = aUser({ emailVerified, interests: ['Jazz', 'Chess'] })
    const drawing = { ...browser, member: memberOf(browser) }
    return drawTexts(drawing, createElement(IdleScreen, { me, figures: FIGURES, aside: null }))
  }

  // covers: 2.5-no-active-chat
  it('offers Find Match with the number of people online, and the interests with a way to edit them', async () => {
    const texts = await drawn(true)
    for (const text of [
      'No Active Chat',
      'Find Match',
      '7 online',
      'Your interests',
      'Edit',
      'Jazz',
      'Chess',
    ])
      expect(texts).toContain(text)
    expect(texts).not.toContain('Email verification required')
  })

  // covers: 2.5-verification-notice
  it('asks members with an unverified email to verify it, and offers to resend the email', async () => {
    const texts = await drawn(false)
    for (const text of ['Email verification required', NOTICE, 'Resend Verification Email'])
      expect(texts).toContain(text)
  })
})

describe('the first minute', () => {
  const NOW = new Date('2026-11-20T12:05:00.000Z')
  const TITLE = 'Before your first chat'

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())

  /** Draws the home screen of a member who registered five minutes ago. */
  const drawn = async (
    changes: Parameters<typeof aUser>[0] = {},
    conversationCount: number | null = 0,
    prepare: (member: MemberServices) => void = () => undefined,
  ) => {
    const browser = await signedIn()
    const member = memberOf(browser)
    prepare(member)
    const figures = conversationCount === null ? null : { ...FIGURES, conversationCount }
    const me = aUser({ created: '2026-11-20T12:00:00.000Z', ...changes })
    return drawTexts({ ...browser, member }, createElement(IdleScreen, { me, figures, aside: null }))
  }

  // covers: beyond-first-steps
  it('shows new members their steps: the verification, and what a match sees of them', async () => {
    const unverified = await drawn({ emailVerified: false })
    for (const text of [
      'While you wait for the email',
      'See what a match sees of you',
      'Sent to anika@example.com',
    ])
      expect(unverified).toContain(text)
    expect(unverified).not.toContain('Try a chat')
    const verified = await drawn()
    for (const text of [TITLE, 'Your email is verified', 'See what a match sees of you'])
      expect(verified).toContain(text)
  })

  it('shows the steps right after the registration, while the figures load', async () => {
    expect(await drawn({ created: '2026-11-20T12:04:30.000Z' }, null)).toContain(TITLE)
    expect(await drawn({}, null)).not.toContain(TITLE)
  })

  it.each([
    ['members with a chat', {}, 1, undefined],
    ['members of a week ago', { created: '2026-11-13T12:00:00.000Z' }, 0, undefined],
    ['members who hid it', {}, 0, ({ firstMinute }: MemberServices) => firstMinute.dismiss()],
    ['members who have seen their card', {}, 0, ({ ownCard }: MemberServices) => ownCard.dismiss()],
  ])('leaves %s alone', async (_, changes, conversations, prepare) => {
    expect(await drawn(changes, conversations, prepare)).not.toContain(TITLE)
  })
})

describe('the search', () => {
  // covers: 2.4-full-screen-search, 2.5-searching
  it('fills the screen with its title, text and cancel button, and shows a hint after two retries', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] })
    const browser = await signedIn()
    const member = memberOf(browser)
    const screen = createElement(SearchScreen, { me: aUser({ interests: ['Jazz'] }) })
    const drawn = () => drawTexts({ ...browser, member }, screen)
    browser.server.on('findMatch', lostConnection())
    await member.chat.start()
    await member.chat.findMatch()
    await vi.advanceTimersByTimeAsync(0)
    const before = await drawn()
    for (const text of [
      'Finding a match...',
      'Finding a Chat Partner',
      'Please hold tight while we find the best matching person based on your interests...',
      'Cancel Search',
    ])
      expect(before).toContain(text)
    expect(before).not.toContain('Update Interests')
    await vi.advanceTimersByTimeAsync(4_000)
    const after = await drawn()
    expect(after).toContain('Update Interests')
    expect(after).toContain('Add more relevant interests to find more people.')
    expect(after.filter((text) => text === 'Jazz')).toHaveLength(2)
    member.chat.stop()
    vi.useRealTimers()
  })
})
