import { describe, expect, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import { createDataFolder } from '../kit/data-folder.ts'
import { registerLocally } from '../kit/local-member.ts'
import type { Person } from '../kit/person.ts'
import { freePort } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'

const SENDERS = 10
const SENDS = 1_000
/** The server is killed when about this many have been acknowledged: in the middle. */
const KILL_AFTER = 400

describe('kill -9 in the middle of 1,000 sends from 10 senders', () => {
  // covers: design-acknowledged-is-committed
  it('keeps every acknowledged message once and in order', async () => {
    const folder = await createDataFolder({ isPrepared: true })
    const port = String(await freePort())
    const env = { PORT: port, DATA_DIR: folder.path, DEMO: 'off', RATE_LIMIT_FACTOR: '1000' }
    const first = startServerProcess(env)
    const { url } = await first.ready

    const pairs: { sender: Person; conversationId: string }[] = []
    for (let index = 0; index < SENDERS; index += 1) {
      const interests = [`Pair ${index}`]
      const [waiting, sender] = [await registerLocally(url, interests), await registerLocally(url, interests)]
      await waiting.findMatch()
      const { conversation } = await sender.findMatch()
      pairs.push({ sender, conversationId: conversation?.id ?? '' })
    }

    let acknowledgedInAll = 0
    const acknowledged = await Promise.all(
      pairs.map(async ({ sender, conversationId }) => {
        const texts: string[] = []
        for (let index = 0; index < SENDS / SENDERS; index += 1) {
          const text = `Message ${index}`
          // The server has not confirmed what it did not answer.
          const sent = await sender.send(conversationId, text, `key-${index}`).catch(() => null)
          if (!sent) break
          texts.push(text)
          acknowledgedInAll += 1
          if (acknowledgedInAll === KILL_AFTER) first.child.kill('SIGKILL')
        }
        return texts
      }),
    )
    await first.exited
    expect(acknowledgedInAll).toBeGreaterThanOrEqual(KILL_AFTER)
    expect(acknowledgedInAll).toBeLessThan(SENDS)

    const second = startServerProcess(env)
    await second.ready
    for (const [index, { sender, conversationId }] of pairs.entries()) {
      const { body } = await sender.call('POST', '/api/v1/messages', { id: conversationId, size: 100 })
      const stored = messagePage
        .parse(body)
        .elements.map((one) => one.message)
        .reverse()
      const promised = acknowledged[index] ?? []
      expect(stored.slice(0, promised.length)).toEqual(promised)
      // At most the message in progress may have been stored without its answer.
      expect(stored.length - promised.length).toBeLessThanOrEqual(1)
      // The retry finds that message, and does not store it again.
      const retried = await sender.send(
        conversationId,
        `Message ${promised.length}`,
        `key-${promised.length}`,
      )
      expect(retried.message).toBe(`Message ${promised.length}`)
      const again = await sender.call('POST', '/api/v1/messages', { id: conversationId, size: 100 })
      expect(messagePage.parse(again.body).totalElements).toBe(promised.length + 1)
    }
    await second.stop()
    await folder.remove()
  })
})
