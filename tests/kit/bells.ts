import { interestBells } from '#schema/bells.ts'
import type { TestApp } from './app.ts'
import { inboxOf } from './inbox.ts'
import { join, type Person } from './person.ts'

const PATH = '/api/v1/interest-bells'

export const bellsOf = async (person: Person) =>
  interestBells.parse((await person.call('GET', PATH)).body).bells

export const setBell = (person: Person, interest: string, on: boolean) =>
  person.call('PUT', PATH, { interest, on })

/** Stops the periodic run: the test rings the bells itself. */
export const stopPeriodicRings = (node: TestApp) => node.app.context.bells[Symbol.asyncDispose]()

/** Schedules the bells of the searches that began. The first run may join one that began earlier. */
export async function scheduleBells(...nodes: TestApp[]): Promise<void> {
  for (let run = 0; run < 2; run += 1) await Promise.all(nodes.map(({ app }) => app.context.bells.ring()))
}

/** Lets the random time pass after which the bells of searches are decided, and decides. */
export async function ringBells(...nodes: [TestApp, ...TestApp[]]): Promise<void> {
  await scheduleBells(...nodes)
  const [{ app }] = nodes
  await app.context.database.pool.query('UPDATE interest_bell SET due = $1 WHERE due IS NOT NULL', [
    new Date(app.context.clock.now()),
  ])
  await scheduleBells(...nodes)
}

/** The bell of an interest that only the members of this test like: one with the bell, and others. */
export async function bellAmong(node: TestApp, others: Parameters<typeof join>[1][]) {
  const interest = `Fermenting ${crypto.randomUUID().slice(0, 8)}`
  const owner = await join(node, { interests: [interest, 'Tea'] })
  const people: Person[] = []
  for (const other of others) people.push(await join(node, { interests: [interest], ...other }))
  await setBell(owner, interest, true)
  return { interest, owner, people }
}

/** What the members of a test do around a bell, and what they see. */
export function bellSteps(node: TestApp) {
  const cancel = (person: Person) => person.call('DELETE', '/api/v1/conversation')
  return {
    cancel,
    /** Lets a member search until the bells are decided. */
    async searchFor(person: Person) {
      await person.findMatch()
      await ringBells(node)
      await cancel(person)
    },
    ringsOf: async (owner: Person) =>
      (await inboxOf(node, owner)).notes.filter(({ kind }) => kind === 'interest_bell'),
    /** Changes the member in the database. */
    change: (person: Person, data: Record<string, unknown>) =>
      node.app.context.database.prisma.user.update({ where: { id: person.id }, data }),
    block: (blocker: Person, blocked: Person) =>
      blocker.call('POST', '/api/v1/blocks', { userId: blocked.id }),
  }
}
