import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { askToKeep, poolOf, settleWishes } from '../../kit/keeping.ts'
import { pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

// Times differ by chance. What the database did for a statement does not: which rows each step of its plan read, how often.

const node = useNode()

interface Statement {
  text: string
  values: unknown[]
}
type Pair = Awaited<ReturnType<typeof pair>>
interface Call {
  /** Whether Asha has asked before the call. */
  hasAsked: boolean
  call(of: Pair): Promise<unknown>
}

const CALLS: [name: string, call: Call][] = [
  ['asks', { hasAsked: false, call: ({ asha, conversationId: id }) => keeping().ask(viewer(asha), id) }],
  ['asks again', { hasAsked: true, call: ({ asha, conversationId: id }) => keeping().ask(viewer(asha), id) }],
  [
    'takes a wish back',
    { hasAsked: true, call: ({ asha, conversationId: id }) => keeping().takeBack(asha.id, id) },
  ],
  [
    'takes back a wish that they do not have',
    { hasAsked: false, call: ({ asha, conversationId: id }) => keeping().takeBack(asha.id, id) },
  ],
  ['lets go of the partner', { hasAsked: true, call: ({ asha, ben }) => keeping().letGo(asha.id, ben.id) }],
  ['lists kept members', { hasAsked: true, call: ({ asha }) => keeping().list(asha.id, FIRST_PAGE) }],
  [
    'reads the conversation',
    { hasAsked: true, call: ({ asha, conversationId: id }) => chat().conversation(id, viewer(asha)) },
  ],
  [
    'lists conversations',
    { hasAsked: true, call: ({ asha }) => chat().conversations(viewer(asha), FIRST_PAGE) },
  ],
]
const FIRST_PAGE = { pageNumber: 0, size: 10 }
const viewer = ({ id }: { id: string }) => ({ id, premium: false })
const keeping = () => node.app.context.keeping
const chat = () => node.app.context.chat

/** Brings Asha's wish into the state that a call begins with. It was compared before. */
async function prepare({ asha, conversationId }: Pair, { hasAsked }: Call) {
  await poolOf(node).query('DELETE FROM keep_wish WHERE user_id = $1', [asha.id])
  if (hasAsked)
    await poolOf(node).query('INSERT INTO keep_wish (user_id, conversation_id) VALUES ($1, $2)', [
      asha.id,
      conversationId,
    ])
}

/** Returns the statements about the pair that the work sends. */
async function statementsOf({ asha }: Pair, work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls
      .map(([input, values]: unknown[]) => ({
        values,
        ...(typeof input === 'string' ? { text: input } : Object(input)),
      }))
      .map(({ text, values }) => ({ text: String(text), values: Array.isArray(values) ? values : [] }))
      .filter(({ values }) => JSON.stringify(values).includes(asha.id))
  } finally {
    spy.mockRestore()
  }
}

/** Returns the plans of statements with the rows that each step read, without what differs by chance. */
async function workOf(of: Pair, statements: readonly Statement[]): Promise<string> {
  const client = await poolOf(node).connect()
  const lines: string[] = []
  try {
    await client.query('BEGIN')
    // The plans of large tables. A bitmap scan is off because it also counts the index entries of dead rows.
    for (const one of ['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'])
      await client.query(`SET LOCAL enable_${one} = off`)
    for (const { text, values } of statements) {
      const explain = `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) ${text}`
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(explain, values)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  const names = { [of.asha.id]: 'asha', [of.ben.id]: 'ben', [of.conversationId]: 'conversation' }
  const named = Object.entries(names).reduce(
    (text, [id, name]) => text.replaceAll(id, name),
    lines.join('\n'),
  )
  // An index scan also fetches rows that are dead, until an index scan without older snapshots has marked them.
  return named.replaceAll(/'[^']*'/g, "''").replaceAll(/Heap Fetches: \d+/g, 'Heap Fetches')
}

/** Returns the work of a call in two worlds, with and without Ben's wish. Both plans are made of the same tables. */
async function worksOf(call: Call): Promise<string[]> {
  const pairs = [await pair(node), await pair(node)]
  const [withWish] = pairs
  if (withWish) await askToKeep(withWish.ben, withWish.conversationId)
  await settleWishes(node)
  const calls: { of: Pair; statements: Statement[] }[] = []
  for (const of of pairs) {
    await prepare(of, call)
    calls.push({ of, statements: await statementsOf(of, () => call.call(of)) })
    await prepare(of, call)
  }
  const works: string[] = []
  for (const { of, statements } of calls) works.push(await workOf(of, statements))
  return works
}

// covers: beyond-keep-no-leak
it.each(CALLS)(
  'costs the database the same with and without the wish of the partner when a member %s',
  async (_, call) => {
    const [withWish, without] = await worksOf(call)
    expect(without).toContain('actual rows')
    expect(withWish).toBe(without)
  },
)
