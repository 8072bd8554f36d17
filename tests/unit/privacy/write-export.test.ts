import { strFromU8, unzipSync } from 'fflate'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { withDedicatedConnection } from '#server/domains/privacy/dedicated-connection.ts'
import { SUBJECTS } from '#server/domains/privacy/export-subjects.ts'
import { writeExport } from '#server/domains/privacy/write-export.ts'
import { openDatabase } from '#server/platform/postgres/index.ts'
import { createTexts } from '#server/platform/texts/texts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const TEXTS = createTexts()
const AT = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 123)

const rows = useStarted(openRows)

const prisma = () => rows.database.prisma

async function exported(
  userId: string,
  progress: (percent: number) => unknown = () => undefined,
  pool = rows.database.pool,
) {
  const parts: Buffer[] = []
  await withDedicatedConnection(pool, fail, (client) =>
    writeExport({
      client,
      userId,
      at: AT,
      texts: TEXTS,
      progress: async (percent) => void (await progress(percent)),
      store: async (part) => void parts.push(Buffer.from(part)),
    }),
  )
  const files = unzipSync(new Uint8Array(Buffer.concat(parts)))
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return { read, json: (name: string) => JSON.parse(read(name)) as Record<string, unknown>[] }
}
const fail = (error: unknown) => {
  throw error
}

/** Stores messages in the order of their texts. Returns their ids. */
async function said(conversationId: string, senderId: string, ...texts: string[]) {
  const data = texts.map((body) => ({ id: uuidv7(), conversationId, senderId, body, time: AT }))
  await prisma().message.createMany({ data })
  return data.map(({ id }) => id)
}

const named = async (displayName: string) => {
  const id = await rows.member()
  await prisma().user.update({ where: { id }, data: { displayName } })
  return id
}

describe('the conversations of an export', () => {
  it('contain all their messages, by sender', async () => {
    const [asha, ben, cleo] = [await rows.member(), await named('Ben'), await named('Cleo')]
    const [first, second] = [await rows.conversation(asha, ben), await rows.conversation(asha, cleo)]
    await prisma().conversation.update({ where: { id: first }, data: { endedAt: AT } })
    await said(first, asha, 'Hello, "Ben"')
    await said(first, ben, 'Hello,\nAsha')
    await said(await rows.conversation(ben, cleo), ben, 'About somebody else')
    const { read, json } = await exported(asha)
    const time = expect.any(String)
    const facts = { begun: time, lastOpened: time, languageExchange: false }
    expect(json('conversations.json')).toEqual([
      {
        with: 'Ben',
        ...facts,
        ended: time,
        messages: [
          { from: 'me', time, message: 'Hello, "Ben"' },
          { from: 'them', time, message: 'Hello,\nAsha' },
        ],
      },
      { with: 'Cleo', ...facts, ended: null, messages: [] },
    ])
    expect(second > first).toBe(true)
    expect(read('conversations.json')).not.toContain('somebody else')
  })

  // covers: beyond-deleted-partner-name
  it('name a partner without a name in the language of the member', async () => {
    const [asha, erased, anonymous] = [
      await named('Asha'),
      await named('Deleted account'),
      await named('asha'),
    ]
    await rows.conversation(asha, erased)
    await rows.conversation(asha, anonymous)
    await prisma().block.create({ data: { blockerId: asha, blockedId: erased } })
    const names = async (language: string) => {
      await prisma().user.update({ where: { id: asha }, data: { language } })
      const { json } = await exported(asha)
      return [...json('conversations.json').map((one) => one.with), json('blocks.json')[0]?.displayName]
    }
    expect(await names('de')).toEqual(['Gelöschtes Konto', 'Anonym', 'Gelöschtes Konto'])
    expect(await names('en')).toEqual(['Deleted account', 'Anonymous', 'Deleted account'])
  })

  it('show their times in UTC, whatever the zone of the database', async () => {
    const zone = await openDatabase({ url: `${rows.url}?options=-c%20timezone%3DAsia/Kolkata` })
    const [asha, ben] = [await rows.member(), await rows.member()]
    await said(await rows.conversation(asha, ben), ben, 'Hello')
    const { json } = await exported(asha, undefined, zone.pool)
    await zone[Symbol.asyncDispose]()
    const text = AT.toISOString().replace('Z', '+00:00')
    expect(json('conversations.json')).toMatchObject([{ messages: [{ time: text, message: 'Hello' }] }])
  })

  it('become an empty list for a member without any', async () => {
    const { json } = await exported(await rows.member())
    expect(json('conversations.json')).toEqual([])
  })

  it('exclude what the member cleared, for that member only', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    const conversationId = await rows.conversation(asha, ben)
    const [, cleared = ''] = await said(conversationId, ben, 'one', 'two')
    await said(conversationId, ben, 'three')
    const key = { conversationId, userId: asha }
    await prisma().conversationMember.updateMany({ where: key, data: { clearedThrough: cleared } })
    const messagesOf = async (userId: string) => {
      const conversations = (await exported(userId)).json('conversations.json')
      return conversations.flatMap(({ messages }) => messages as { message: string }[])
    }
    expect(await messagesOf(asha)).toMatchObject([{ message: 'three' }])
    const all = [{ message: 'one' }, { message: 'two' }, { message: 'three' }]
    expect(await messagesOf(ben)).toMatchObject(all)
  })

  it.each([
    ['the member blocked the partner', true],
    ['the partner blocked the member', false],
  ])("contain only the member's own messages once %s", async (_, byMember) => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    const conversationId = await rows.conversation(asha, ben)
    await said(conversationId, asha, 'Mine')
    await said(conversationId, ben, 'Theirs')
    const [blockerId, blockedId] = byMember ? [asha, ben] : [ben, asha]
    await prisma().block.create({ data: { blockerId, blockedId } })
    // A block of another member hides nothing.
    await prisma().block.create({ data: { blockerId: asha, blockedId: await rows.member() } })
    expect((await exported(asha)).json('conversations.json')).toMatchObject([
      { messages: [{ from: 'me', message: 'Mine' }] },
    ])
  })

  it('contain every message once, in any number of portions', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    for (const count of [500, 501, 1_003]) {
      const texts = Array.from({ length: count }, (_, index) => `${count}: ${index}`)
      await said(await rows.conversation(asha, await rows.member()), asha, ...texts)
    }
    await said(await rows.conversation(asha, ben), ben, 'the last')
    const conversations = (await exported(asha)).json('conversations.json')
    const texts = conversations.map(({ messages }) =>
      (messages as { message: string }[]).map(({ message }) => message),
    )
    expect(texts.map(({ length }) => length)).toEqual([500, 501, 1_003, 1])
    expect(new Set(texts.flat()).size).toBe(2_005)
    expect(texts[2]?.at(-1)).toBe('1003: 1002')
  })
})

describe('a list of an export', () => {
  it('contains every row once, in any number of portions', async () => {
    const userId = await rows.member()
    const data = Array.from({ length: 1_001 }, (_, index) => ({
      id: uuidv7(),
      userId,
      heading: 'Old news',
      body: `${index}`,
    }))
    await prisma().notification.createMany({ data })
    const listed = (await exported(userId)).json('notifications.json')
    expect(listed.map(({ body }) => body)).toEqual(data.map(({ body }) => body))
  })

  it('contains every day once when it is one of days', async () => {
    const userId = await rows.member()
    await rows.database.pool.query(
      `INSERT INTO daily_conversation_start (user_id, day, count)
       SELECT $1, date '2018-01-01' + number, number FROM generate_series(1, 600) number`,
      [userId],
    )
    const listed = (await exported(userId)).json('conversations-started.json')
    expect(listed).toHaveLength(600)
    expect([listed[0], listed.at(-1)]).toEqual([
      { day: '2018-01-02', count: 1 },
      { day: '2019-08-24', count: 600 },
    ])
  })
})

describe('the progress of an export', () => {
  it('never decreases, stays below a hundred, and reserves ten for files without messages', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    await prisma().session.create({
      data: { id: uuidv7(), userId: asha, tokenHash: new Uint8Array(32), expires: AT },
    })
    await prisma().heldMessage.create({
      data: { id: uuidv7(), conversationId: uuidv7(), senderId: asha, body: 'x', rule: 'x' },
    })
    await said(await rows.conversation(asha, ben), ben, 'Hello')
    const told: number[] = []
    await exported(asha, (percent) => told.push(percent))
    const share = (file: string) =>
      Math.floor((SUBJECTS.findIndex((one) => one.file === file) * 10) / SUBJECTS.length)
    expect(told).toEqual([0, share('sessions.json'), share('held-messages.json'), 99, 99])
  })

  it('stays below a hundred when messages are written during the export', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    const conversationId = await rows.conversation(asha, ben)
    await said(conversationId, ben, ...Array.from({ length: 500 }, (_, index) => `${index}`))
    const told: number[] = []
    await exported(asha, async (percent) => {
      told.push(percent)
      if (percent === 99) await said(conversationId, ben, 'later')
    })
    expect(Math.max(...told)).toBe(99)
  })

  it('stops the export when its callback throws', async () => {
    const stop = new Error('the node stops')
    await expect(
      exported(await rows.member(), () => {
        throw stop
      }),
    ).rejects.toBe(stop)
  })
})

describe('the letter of an export', () => {
  it('contains the product, the time, every file with its contents, and where to write', async () => {
    const letter = (await exported(await rows.member())).read('README.txt')
    expect(letter).toContain(`Your data at ${PRODUCT.name}, as of ${AT.toUTCString()}`)
    expect(letter).toContain(`Questions? Write to ${PRODUCT.supportEmail}.`)
    for (const { file, about } of SUBJECTS) expect(letter).toContain(`  ${file}\n      ${about}.\n`)
    expect(letter).toMatch(/\n {2}conversations\.json\n {6}\S.+\.\n/)
    expect(letter).toContain('Your password is not here')
    expect(letter).toContain('internal notes of our moderators are left out')
  })
})
