import { describe, expect, it } from 'vitest'
import { passkeyRequest } from '#schema/passkeys.ts'
import { aPasskey } from '../../kit/a-passkey.ts'
import type { TestApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import {
  addPasskey,
  beginPasskey,
  beginProof,
  provePasskey,
  verifyAddress,
  withPasskey,
} from '../../kit/passkey-calls.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { newSession } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const LIST = '{ passkeys { id } }'
const RENAME = 'mutation($id: ID!) { renamePasskey(id: $id, name: "Laptop") }'

const node = useNode()

async function verified(on: TestApp): Promise<Person> {
  const member = await join(on)
  await verifyAddress(on, member)
  return member
}

const stored = (id: string) => node.app.context.database.prisma.passkey.count({ where: { userId: id } })

describe('passkeys', () => {
  // covers: beyond-passkeys-guards
  it('refuse to be added by another session of the member, or to prove its second factor', async () => {
    const asha = await verified(node)
    const other = await newSession(node, asha)
    const { credential } = await beginPasskey(node, other)
    expect((await addPasskey(node, asha, credential)).codes).toEqual(['INVALID'])
    expect(await stored(asha.id)).toBe(0)

    const device = await withPasskey(node, asha)
    const proof = await beginProof(node, other, device)
    expect((await provePasskey(node, asha, proof)).codes).toEqual(['SECOND_FACTOR_INVALID'])
    expect((await provePasskey(node, other, proof)).codes).toEqual([])
  })

  // covers: beyond-passkeys-second-factor
  it('prove the second factor of one session', async () => {
    const asha = await verified(node)
    const other = await newSession(node, asha)
    const device = await withPasskey(node, asha)
    expect((await provePasskey(node, other, await beginProof(node, other, device))).codes).toEqual([])
    const sessions = await node.app.context.database.prisma.session.findMany({
      where: { userId: asha.id },
      orderBy: { id: 'asc' },
    })
    expect(sessions.map(({ factorAt }) => factorAt !== null)).toEqual([false, true])
  })

  // covers: beyond-passkeys-owner
  it('need an address that is still verified when they are added', async () => {
    const asha = await verified(node)
    const { credential } = await beginPasskey(node, asha)
    const { database, events } = node.app.context
    await database.prisma.user.update({ where: { id: asha.id }, data: { emailVerified: false } })
    await events.emit('userChanged', { userId: asha.id })
    expect((await addPasskey(node, asha, credential)).codes).toEqual(['EMAIL_NOT_VERIFIED'])
    expect(await stored(asha.id)).toBe(0)
  })

  // covers: beyond-passkeys-guards
  it('refuse answers of our pages on another host', async () => {
    const asha = await verified(node)
    const { credential } = await beginPasskey(node, asha, 'http://127.0.0.1:0')
    expect((await addPasskey(node, asha, credential)).codes).toEqual(['INVALID'])
  })

  it('stop at ten when several are added at the same instant', async () => {
    const asha = await verified(node)
    const { prisma } = node.app.context.database
    await prisma.passkey.createMany({ data: Array.from({ length: 9 }, () => aPasskey(asha.id)) })
    const begun = await Promise.all(Array.from({ length: 4 }, () => beginPasskey(node, asha)))
    const added = await Promise.all(begun.map(({ credential }) => addPasskey(node, asha, credential)))
    expect(added.flatMap(({ codes }) => codes)).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT'])
    expect(await stored(asha.id)).toBe(10)
  })
})

describe('passkeys under the rate limits', () => {
  const strict = useNode({ env: { RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: 'off' } })

  it('count each call of their owner', async () => {
    const asha = await verified(strict)
    await withPasskey(strict, asha)
    const { data } = await ask(strict, asha, LIST)
    const { credential } = await beginPasskey(strict, asha)
    const { limits } = strict.app.context
    for (let times = 0; times < 120; times += 1) await limits.count('privacyByAccount', asha.id)
    for (const answer of [
      await ask(strict, asha, LIST),
      await ask(strict, asha, RENAME, { id: data?.passkeys[0].id }),
      await ask(strict, asha, 'mutation { beginPasskeyProof }'),
      await addPasskey(strict, asha, credential),
    ])
      expect(answer.codes).toEqual(['RATE_LIMITED'])
  })

  it('allow five wrong proofs of a session', async () => {
    const asha = await verified(strict)
    const device = await withPasskey(strict, asha)
    const proof = await beginProof(strict, await newSession(strict, asha), device)
    const codes: unknown[] = []
    for (let times = 0; times < 6; times += 1) codes.push(...(await provePasskey(strict, asha, proof)).codes)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'SECOND_FACTOR_INVALID'), 'RATE_LIMITED'])
  })

  it('count the logins of an account', async () => {
    const asha = await verified(strict)
    const device = await withPasskey(strict, asha)
    const logIn = async () => {
      const { body } = await call(strict.url, 'POST', '/auth/passkey/options')
      return call(strict.url, 'POST', '/auth/passkey', { body: device.get(passkeyRequest.parse(body)) })
    }
    const statuses: number[] = []
    for (let times = 0; times < 31; times += 1) statuses.push((await logIn()).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  })
})
