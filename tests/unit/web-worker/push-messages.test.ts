import { describe, expect, it } from 'vitest'
import { OPEN_TARGET } from '#web/data/push-target.ts'
import { addPushMessages } from '#web/worker/push-messages.ts'
import { aScope, aSubscription, CHAT, NOT_JSON } from './push-kit.ts'

const MESSAGE = {
  kind: 'message',
  title: 'New message',
  tag: `conversation:${CHAT}`,
  path: '/',
  conversationId: CHAT,
}

describe('a push message', () => {
  // covers: beyond-push-notification
  it('shows its title, and replaces an earlier one of the conversation', async () => {
    const worker = aScope()
    addPushMessages(worker.scope, worker.now)
    await worker.push(MESSAGE)
    await worker.push({ ...MESSAGE, title: 'New message from Ben' })
    expect(worker.shown.map(({ title, tag }) => [title, tag])).toEqual([
      ['New message from Ben', MESSAGE.tag],
    ])
  })

  it('makes a sound again only when the conversation was quiet for a minute', async () => {
    const worker = aScope()
    addPushMessages(worker.scope, worker.now)
    await worker.push(MESSAGE)
    await worker.push(MESSAGE)
    expect(worker.sounds).toEqual([true, false])
    worker.advance(61_000)
    await worker.push(MESSAGE)
    expect(worker.sounds).toEqual([true, false, true])
  })

  // covers: beyond-push-read
  it('takes away the notifications of conversations that were read elsewhere', async () => {
    const [read, unread] = ['01999999-0000-7000-8000-0000000000c2', '01999999-0000-7000-8000-0000000000c3']
    const worker = aScope({ unread: [unread] })
    addPushMessages(worker.scope, worker.now)
    const match = { kind: 'match', title: 'Match Found!', tag: 'conversation:match', path: '/' }
    for (const id of [read, unread])
      await worker.push({ ...MESSAGE, tag: `conversation:${id}`, conversationId: id })
    await worker.push(match)
    await worker.push(MESSAGE)
    expect(worker.shown.map(({ tag }) => tag)).toEqual([`conversation:${unread}`, match.tag, MESSAGE.tag])
  })

  // covers: beyond-app-badge
  it('counts the conversations on the icon of the app, if the browser lets it', async () => {
    for (const notInstalled of [false, true]) {
      const worker = aScope({ notInstalled, unread: [CHAT] })
      addPushMessages(worker.scope, worker.now)
      await worker.push({ kind: 'match', title: 'Match Found!', tag: 'match', path: '/' })
      const other = '01999999-0000-7000-8000-0000000000c2'
      await worker.push(MESSAGE)
      await worker.push({ ...MESSAGE, tag: `conversation:${other}`, conversationId: other })
      expect(worker.badges).toEqual([1, 2])
    }
  })

  it('shows the name of the app when this version cannot read it', async () => {
    const worker = aScope()
    addPushMessages(worker.scope, worker.now)
    await worker.push(NOT_JSON)
    await worker.push({ title: 7 })
    expect(worker.shown.map(({ title }) => title)).toEqual(['Rapport'])
  })
})

describe('a press on a notification', () => {
  const pressOn = async (press: unknown, options: Parameters<typeof aScope>[0] = {}) => {
    const worker = aScope(options)
    addPushMessages(worker.scope, worker.now)
    const wasClosed = await worker.press(press)
    return { ...worker, wasClosed }
  }

  // covers: beyond-push-press
  it('focuses the visible page, which opens the conversation', async () => {
    const pages = [{ isVisible: false }, { isVisible: true, answers: true }]
    const { wasClosed, front, asked, opened } = await pressOn({ path: '/', conversationId: CHAT }, { pages })
    expect(wasClosed).toBe(true)
    expect([front, opened]).toEqual([[1], []])
    expect(asked).toEqual([{ type: OPEN_TARGET, path: '/', conversationId: CHAT }])
  })

  // covers: beyond-push-press
  it('leads a page that does not answer to the address of the conversation', async () => {
    const { front, opened } = await pressOn({ path: '/', conversationId: CHAT }, { pages: [{}] })
    expect(front).toEqual([0])
    expect(opened).toEqual([`page 0: /?conversation=${CHAT}`])
  })

  // covers: beyond-push-press
  it('opens a page when there is none, and where the open one cannot be led', async () => {
    const decision = { path: '/safety-centre' }
    expect((await pressOn(decision)).opened).toEqual(['/safety-centre'])
    expect((await pressOn(decision, { pages: [{ cannotNavigate: true }] })).opened).toEqual([
      '/safety-centre',
    ])
  })

  it('leaves notifications of pages alone, and paths that lead to another site', async () => {
    for (const data of [
      'the id of a tab',
      null,
      { path: '//evil.example' },
      { path: 'https://evil.example' },
    ]) {
      const { wasClosed, front, opened } = await pressOn(data, { pages: [{}] })
      expect([wasClosed, front, opened]).toEqual([false, [], []])
    }
  })
})

describe('a subscription that the browser changes', () => {
  // covers: beyond-push-renewal
  it('reaches the server with the address that replaces the earlier one', async () => {
    const worker = aScope({ publicKey: 'BKey' })
    addPushMessages(worker.scope, worker.now)
    await worker.change(aSubscription('https://push.example/new', 'BKey'))
    expect(worker.registered.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/new'])
  })

  // covers: beyond-push-renewal
  it('begins again with the key of the server where the browser names none', async () => {
    const worker = aScope({ publicKey: 'BKey' })
    addPushMessages(worker.scope, worker.now)
    await worker.change(null)
    expect(worker.registered.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/BKey'])
  })

  // covers: beyond-push-renewal
  it('ends where the member is logged out, or the server has no keys any more', async () => {
    for (const server of [{ status: 401, publicKey: 'BKey' }, { publicKey: null }]) {
      const worker = aScope({ ...server, subscribed: true })
      addPushMessages(worker.scope, worker.now)
      await worker.change(null)
      expect([worker.registered, await worker.isSubscribed()]).toEqual([[], false])
    }
  })

  it('stays as it is while the server cannot answer', async () => {
    const worker = aScope({ status: 503, publicKey: 'BKey', subscribed: true })
    addPushMessages(worker.scope, worker.now)
    await worker.change(null)
    expect([worker.registered, await worker.isSubscribed()]).toEqual([[], true])
  })
})
