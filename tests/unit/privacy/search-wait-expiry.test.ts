import { expect, it } from 'vitest'
import { removeExpired } from '#server/domains/privacy/expiry.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.now()
const rows = useStarted(openRows)

// covers: beyond-expected-wait-private
it('deletes the counts of searches after 28 days', async () => {
  const { pool, prisma } = rows.database
  const due = NOW - 28 * DAY
  for (const hour of [due - 1, due])
    await prisma.searchWait.create({
      data: { interest: new Uint8Array(16), hour: new Date(hour), members: 1n },
    })
  const failures: unknown[] = []
  const onError = (error: unknown) => failures.push(error)
  await removeExpired({ pool, now: NOW, shouldContinue: () => true, onError })
  expect(failures).toEqual([])
  expect(await prisma.searchWait.findMany({ select: { hour: true } })).toEqual([{ hour: new Date(due) }])
})
