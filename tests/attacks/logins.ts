import { codeAt } from '../kit/second-factor-codes.ts'
import { type Account, type Attack, freshAddress, postJson, register, type Target } from './attack.ts'

const graphql = async (target: Target, { token }: Account, query: string) =>
  JSON.parse((await postJson(target, '/graphql', { query }, { authorization: `Bearer ${token}` })).text)

/** Switches two-step login on. Returns false when the server refuses it. */
async function enrol(target: Target, owner: Account): Promise<boolean> {
  const begun = await graphql(
    target,
    owner,
    `mutation{beginSecondFactor(password:"${owner.password}"){secret}}`,
  )
  const secret: string | undefined = begun.data?.beginSecondFactor?.secret
  if (!secret) return false
  const code = codeAt(secret, Date.now())
  const done = await graphql(target, owner, `mutation{confirmSecondFactor(code:"${code}")}`)
  return done.data?.confirmSecondFactor?.length > 0
}

export const LOGIN_ATTACKS: Attack[] = [
  {
    item: 8,
    name: 'log in 60 times with the right password and a known browser',
    expected: '429 after 30',
    async run(target) {
      const { userName, password, cookies } = await register(target)
      const device = cookies.split('; ').find((cookie) => cookie.includes('_device=')) ?? ''
      for (let count = 1; count <= 60; count += 1) {
        const headers = { cookie: device, origin: target.url, 'x-forwarded-for': freshAddress() }
        const { status } = await postJson(target, '/auth', { userName, password }, headers)
        if (status === 429) return { seen: `429 at login ${count}`, holds: count === 31 }
      }
      return { seen: '60 logins', holds: false }
    },
  },
  {
    item: 8,
    name: 'open 45 sessions of one account from 45 networks',
    expected: '30 sessions at most',
    async run(target) {
      const owner = await register(target)
      const { userName, password } = owner
      for (let count = 0; count < 45; count += 1)
        await postJson(target, '/auth', { userName, password }, { 'x-forwarded-for': freshAddress() })
      const last = await postJson(
        target,
        '/auth',
        { userName, password },
        { 'x-forwarded-for': freshAddress() },
      )
      const { token } = JSON.parse(last.text)
      const listed = await graphql(target, { ...owner, token }, '{ sessions { id } }')
      const count: number = listed.data?.sessions?.length ?? Number.NaN
      return { seen: `${count} sessions`, holds: count <= 30 }
    },
  },
  {
    item: 8,
    name: "switch two-step login on for a stranger's address",
    expected: 'refused until the address is verified',
    async run(target) {
      const isOn = await enrol(target, await register(target))
      return { seen: isOn ? 'switched on' : 'refused', holds: !isOn }
    },
  },
]
