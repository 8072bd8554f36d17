import { describe, expect, it } from 'vitest'
import { removeExpired } from '#server/domains/privacy/expiry.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const NOW = Date.now()
const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

const rows = useStarted(openRows)

describe('a used challenge of a passkey', () => {
  it('expires with its challenge', async () => {
    const { prisma, pool } = rows.database
    const hashes = [bytes(), bytes()]
    const ends = [new Date(NOW), new Date(NOW + 1)]
    await prisma.usedPasskeyChallenge.createMany({
      data: hashes.flatMap((hash, index) =>
        ends.slice(index, index + 1).map((expires) => ({ hash, expires })),
      ),
    })
    const failures: unknown[] = []
    const onError = (error: unknown) => void failures.push(error)
    await removeExpired({ pool, now: NOW, shouldContinue: () => true, onError })
    expect(failures).toEqual([])
    const left = await prisma.usedPasskeyChallenge.findMany({ where: { hash: { in: hashes } } })
    expect(left.map(({ expires }) => expires)).toEqual(ends.slice(1))
  })
})
