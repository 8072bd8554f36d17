import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { matchWith, OTHER_CHAT, passing, SEARCHING, setUp } from './chat-machine-kit.ts'
import { aConversation, aUser, CHAT, lostConnection, type Reply, refusal, sessionOf } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('looking for a match', () => {
  // covers: 4.2-searching-needs-verified-email, 8.2-verification-required
  it('asks an unverified member to verify, and does not search', async () => {
    const { chat, polls, toasts } = await setUp({ user: { emailVerified: false } })
    await chat.findMatch()
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(polls()).toBe(0)
    expect(toasts.getState()).toMatchObject({
      title: 'Email verification required',
      description:
        'Please verify your email address before finding matches. Check your inbox for the verification link.',
    })
  })

  it('starts for a member who has just verified their address elsewhere', async () => {
    const { chat, server, toasts } = await setUp({ user: { emailVerified: false } })
    server.on('getSession', sessionOf(aUser()))
    await chat.findMatch()
    expect(chat.getState().phase).toBe('searching')
    expect(toasts.getState()).toBeNull()
  })

  // covers: beyond-evenings-screen
  it('stays within an evening for the next searches until it ends, unless one begins without it', async () => {
    const { chat, server } = await setUp()
    const asked = () => server.of('findMatch').at(-1)?.query.evening
    const evening = { id: 'jazz', topic: 'Jazz', endsAt: new Date(Date.now() + 60_000).toISOString() }
    await chat.findMatch(evening)
    await passing(0)
    expect(asked()).toBe('jazz')
    expect(chat.getState()).toMatchObject({ phase: 'searching', kind: { evening } })
    server.on('findMatch', matchWith())
    await passing(4_000)
    server.on('findMatch', SEARCHING)
    chat.findAnother()
    await passing(0)
    expect(asked()).toBe('jazz')
    await passing(60_000)
    chat.resumeSearch()
    await passing(0)
    expect(asked()).toBeUndefined()
    await chat.cancel()
    await chat.findMatch()
    await passing(0)
    expect(asked()).toBeUndefined()
    expect(chat.getState()).toMatchObject({ kind: { evening: null } })
  })

  // covers: beyond-exchange-chat
  it('searches for an exchange until the member searches for anyone', async () => {
    const { chat, server } = await setUp()
    const queries: object[] = []
    server.on('findMatch', ({ query }) => {
      queries.push(query)
      return SEARCHING
    })
    await chat.findExchange()
    await passing(4_000)
    expect(chat.getState()).toMatchObject({ phase: 'searching', kind: { isExchange: true } })
    await chat.cancel()
    await chat.findMatch()
    await passing(0)
    expect(chat.getState()).toMatchObject({ kind: { isExchange: false } })
    expect(queries).toEqual([{ exchange: 'true' }, { exchange: 'true' }, {}])
  })

  // covers: 4.2-poll-intervals
  it('polls every 4 s, after 10 polls every 8 s, and then shows the hint', async () => {
    const { chat, polls } = await setUp()
    await chat.findMatch()
    await passing(0)
    expect(polls()).toBe(1)
    await passing(8 * 4_000)
    expect(polls()).toBe(9)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: false })
    await passing(4_000)
    expect(polls()).toBe(10)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: true })
    await passing(7_999)
    expect(polls()).toBe(10)
    await passing(1)
    expect(polls()).toBe(11)
  })

  // covers: 4.2-hint-after-retries, 8.2-match-request-retries
  it('retries a failed request after 4 s, and shows the hint after two failures', async () => {
    const { chat, server, polls } = await setUp()
    const replies: Reply[] = [lostConnection(), refusal(500, 'INTERNAL')]
    server.on('findMatch', () => replies.shift() ?? SEARCHING)
    await chat.findMatch()
    await passing(0)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: false })
    await passing(4_000)
    expect(polls()).toBe(2)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: true })
  })

  // covers: 5-conversation-response
  it('ignores a match without an id and a partner', async () => {
    const { chat, server } = await setUp()
    server.on('findMatch', { body: { id: CHAT } })
    await chat.findMatch()
    await passing(0)
    expect(chat.getState().phase).toBe('searching')
  })

  it('ends with the reason when the server refuses it', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'DAILY_LIMIT', 'You have met 20 people today.'))
    await chat.findMatch()
    await passing(60_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()?.description).toBe('You have met 20 people today.')
    expect(server.of('findMatch')).toHaveLength(1)
  })

  it('ends with the reason at the limit of a new account', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'NEW_ACCOUNT_LIMIT', 'Stay with one for a while.'))
    await chat.findMatch()
    await passing(60_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()).toMatchObject({
      title: 'Slowly at first',
      description: 'Stay with one for a while.',
    })
  })

  it('ends without a toast when the account is suspended', async () => {
    const { chat, server, toasts, services } = await setUp()
    server.on('findMatch', refusal(403, 'SUSPENDED', 'This account is suspended.'))
    await chat.findMatch()
    await passing(0)
    await eventually(() => expect(chat.getState()).toEqual({ phase: 'idle' }))
    expect(services.session.getState().status).toBe('suspended')
    expect(toasts.getState()).toBeNull()
  })

  it('ends with the text of the spec when the server requires a verified address', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'EMAIL_NOT_VERIFIED'))
    await chat.findMatch()
    await passing(0)
    expect(toasts.getState()?.title).toBe('Email verification required')
  })

  it('ends when the search was cancelled on the server', async () => {
    const { chat, server, polls, toasts } = await setUp()
    server.on('findMatch', refusal(409, 'CONFLICT', 'This search was cancelled.'))
    await chat.findMatch()
    await passing(60_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(polls()).toBe(1)
    expect(toasts.getState()?.title).toBe('Search cancelled')
  })

  it.each([
    [400, 'INVALID'],
    [413, 'TOO_LARGE'],
    [428, 'PROOF_REQUIRED'],
  ])('ends with the reason when the server answers %i %s', async (status, code) => {
    const { chat, server, polls, toasts } = await setUp()
    server.on('findMatch', refusal(status, code, 'This cannot work.'))
    await chat.findMatch()
    await passing(60_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(polls()).toBe(1)
    expect(toasts.getState()?.title).toBe('Error')
  })

  it('goes on when a match ended before the server could return it', async () => {
    const { chat, server, polls } = await setUp()
    const replies: Reply[] = [refusal(404, 'NOT_FOUND')]
    server.on('findMatch', () => replies.shift() ?? SEARCHING)
    await chat.findMatch()
    await passing(4_000)
    expect(polls()).toBe(2)
    expect(chat.getState().phase).toBe('searching')
  })

  it('starts one search for repeated presses of the button', async () => {
    const { chat, polls } = await setUp()
    await Promise.all([chat.findMatch(), chat.findMatch()])
    await passing(0)
    expect(polls()).toBe(1)
  })

  it('stops polling when the machine stops', async () => {
    const { chat, polls } = await setUp()
    await chat.findMatch()
    await passing(0)
    chat.stop()
    await passing(60_000)
    expect(polls()).toBe(1)
  })
})

describe('a match', () => {
  // covers: 3-last-matched-conversation, 4.2-matched-by-the-answer
  it('comes once from a poll, and is stored for ten minutes', async () => {
    const { chat, server, stream, toasts, memory } = await setUp()
    server.on('findMatch', matchWith())
    await chat.findMatch()
    await passing(0)
    expect(chat.getState()).toEqual({ phase: 'matched', conversation: aConversation(), isNewMatch: true })
    // The screen of the match says it.
    expect(toasts.getState()).toBeNull()
    stream.tell({ event: 'match_found', data: aConversation({ id: OTHER_CHAT }) })
    expect(chat.getState()).toMatchObject({ conversation: { id: CHAT } })
    expect(memory.recall()).toBe(CHAT)
    await passing(600_000)
    expect(memory.recall()).toBeNull()
  })

  // covers: 4.2-matched-by-event
  it('comes from the live event, which stops polling', async () => {
    const { chat, polls, stream, server } = await setUp()
    await chat.findMatch()
    await passing(0)
    stream.tell({ event: 'match_found', data: aConversation() })
    expect(chat.getState()).toMatchObject({ phase: 'matched', isNewMatch: true })
    await passing(60_000)
    expect(polls()).toBe(1)
    expect(server.of('cancelSearch')).toHaveLength(0)
  })

  it('shows the match screen before the chat', async () => {
    const { chat, stream } = await setUp()
    await chat.findMatch()
    stream.tell({ event: 'match_found', data: aConversation() })
    chat.enter()
    expect(chat.getState()).toMatchObject({ phase: 'matched', isNewMatch: false })
  })

  it('changes nothing after the search has stopped', async () => {
    const { chat, stream } = await setUp()
    stream.tell({ event: 'match_found', data: aConversation() })
    expect(chat.getState()).toEqual({ phase: 'idle' })
  })
})
