import { beforeAll, describe, expect, it } from 'vitest'
import { type Moderation, MY_REPORTS, moderationOf } from '../../kit/moderation.ts'
import { type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let ask: Moderation['ask']
let moderator: Person
beforeAll(async () => {
  ;({ ask, moderator } = await moderationOf(node))
})

describe('the category of a report', () => {
  // covers: beyond-reports-by-category
  it('comes from REST or GraphQL, and the queue is listed and counted by it', async () => {
    const report = async (send: (asha: Person, ben: Person) => Promise<unknown>) => {
      const { asha, ben } = await pair(node)
      await send(asha, ben)
      return { asha, ben }
    }
    const hate = await report((asha, ben) =>
      asha.call('POST', '/api/user/report/true', {
        reportedUserId: ben.id,
        reason: 'Hate',
        category: 'HATE',
      }),
    )
    const money = await report((asha, ben) =>
      ask(asha, 'mutation($userId: ID!) { report(userId: $userId, reason: "Wants cash", category: MONEY) }', {
        userId: ben.id,
      }),
    )
    const inCategory = `query($category: ReportCategory) {
      reports(category: $category) { totalCount nodes { category reported { id } } }
      reportArrivals(category: $category) { count } }`
    for (const [category, { asha, ben }] of [
      ['HATE', hate],
      ['MONEY', money],
    ] as const) {
      const { data } = await ask(moderator, inCategory, { category })
      expect(data).toMatchObject({
        reports: { totalCount: 1, nodes: [{ category, reported: { id: ben.id } }] },
        reportArrivals: { count: 1 },
      })
      expect((await ask(asha, MY_REPORTS)).data.myReports).toMatchObject([{ category }])
    }
  })

  it('must be a known one', async () => {
    const { asha, ben } = await pair(node)
    const body = { reportedUserId: ben.id, reason: 'x', category: 'BORING' }
    expect(await asha.call('POST', '/api/user/report/true', body)).toMatchObject({ status: 400 })
  })
})
