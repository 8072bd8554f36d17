import { rawRequest } from '../kit/raw-request.ts'
import { codeAt } from '../kit/second-factor-codes.ts'
import {
  type Account,
  type Attack,
  freshAddress,
  mailedLinks,
  postJson,
  register,
  type Target,
} from './attack.ts'

const SET_PASSWORD = 'A-new-password-'

const graphql = async (target: Target, { token }: Account, query: string) =>
  JSON.parse((await postJson(target, '/graphql', { query }, { authorization: `Bearer ${token}` })).text)

async function verify(target: Target, { userName }: Account) {
  const link = (await mailedLinks(target, userName)).find(({ pathname }) => pathname.includes('verif'))
  await rawRequest(target.url, 'GET', `/api/verify${link?.search ?? ''}`)
}

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

/** Sets a new password with the newest mailed link. Returns false when no further link was mailed. */
async function resetPassword(target: Target, { userName }: Account, used: Set<string>, newPassword: string) {
  const origin = target.url.replace('127.0.0.1', 'localhost')
  const headers = { 'x-forwarded-for': freshAddress() }
  await postJson(target, '/password/reset', { user: userName, origin }, headers)
  const links = await mailedLinks(target, userName)
  const token = links
    .map(({ searchParams }) => searchParams.get('token') ?? '')
    .find((one) => one && !used.has(one))
  if (!token) return false
  used.add(token)
  const { status } = await postJson(target, '/password/confirm-reset', { token, newPassword }, headers)
  return status === 200
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
    name: 'try codes of the second factor after each of ten password resets',
    expected: '40 codes at most',
    async run(target) {
      const owner = await register(target)
      await verify(target, owner)
      if (!(await enrol(target, owner)))
        return { seen: 'two-step login could not be switched on', holds: false }
      const used = new Set<string>()
      let tried = 0
      for (let reset = 0; reset < 10; reset += 1) {
        const password = `${SET_PASSWORD}${reset}X`
        if (!(await resetPassword(target, owner, used, password))) break
        for (let attempt = 0; attempt < 5; attempt += 1) {
          const body = { userName: owner.userName, password, code: '000000' }
          const { status } = await postJson(target, '/auth', body, { 'x-forwarded-for': freshAddress() })
          if (status === 401) tried += 1
        }
      }
      return { seen: `${tried} codes checked after ${used.size} resets`, holds: tried > 0 && tried <= 40 }
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
