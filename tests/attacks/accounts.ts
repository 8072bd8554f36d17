import { rawRequest } from '../kit/raw-request.ts'
import {
  type Attack,
  freshAddress,
  mailedLinks,
  postJson,
  register,
  statusOf,
  type Target,
} from './attack.ts'

/** The address that the started server names in ADMIN_EMAILS. */
export const OPERATOR_ADDRESS = 'boss@victim.example'

const session = async ({ url }: Target, token: string) => {
  const answer = await rawRequest(url, 'GET', '/api/session', {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, user: answer.status === 200 ? JSON.parse(answer.text).user : null }
}

export const ACCOUNT_ATTACKS: Attack[] = [
  {
    item: 1,
    name: "register the operator's address, and have its mail opened",
    expected: 'no ADMIN role',
    async run(target) {
      const mallory = await register(target, OPERATOR_ADDRESS)
      const [link] = await mailedLinks(target, OPERATOR_ADDRESS)
      await rawRequest(target.url, 'GET', `/api/verify${link?.search ?? ''}`)
      const { user } = await session(target, mallory.token)
      return { seen: `role ${user?.role ?? 'none'}`, holds: user?.role !== 'ADMIN' }
    },
  },
  {
    item: 1,
    name: "register a stranger's address; its owner registers afterwards",
    expected: 'the owner can register with the mailed link',
    async run(target) {
      const { userName, password } = await register(target)
      const body = {
        userName,
        password: `${password}-of-the-owner`,
        displayName: 'The owner',
        phone: '+919822012345',
        interests: ['Jazz'],
        nearBy: false,
        gender: 'Female',
        age: 31,
        lookingFor: ['Friendship'],
      }
      const send = (path: string, sent: object) =>
        postJson(target, path, sent, { 'x-forwarded-for': freshAddress() })
      const first = await send('/api/user', body)
      const code = (await mailedLinks(target, userName)).find(({ pathname }) => pathname === '/not-me')
      if (code) await send('/api/registration/removal', Object.fromEntries(code.searchParams))
      const { status } = await send('/api/user', body)
      return { seen: `status ${first.status}, after the mailed link ${status}`, holds: status < 400 }
    },
  },
  {
    item: 3,
    name: 'use an administrator’s password alone (STAFF_TWO_FACTOR=on)',
    expected: 'no staff route answers',
    async run(target) {
      const body = { userName: 'admin@demo.test', password: 'Demo-pass1!' }
      const login = await postJson(target, '/auth', body, { 'x-forwarded-for': freshAddress() })
      if (login.status !== 200) return { seen: `login ${login.status}`, holds: true }
      const { token } = JSON.parse(login.text)
      const headers = { authorization: `Bearer ${token}` }
      const status = await statusOf(rawRequest(target.url, 'GET', '/api/v1/admin/stats', { headers }))
      return { seen: `stats answered ${status}`, holds: status >= 400 }
    },
  },
  {
    item: 3,
    name: 'keep a stolen session after its browser logged in again',
    expected: 'the old session has ended',
    async run(target) {
      const asha = await register(target)
      const headers = { cookie: asha.cookies, 'x-forwarded-for': freshAddress(), origin: target.url }
      await postJson(target, '/auth', { userName: asha.userName, password: asha.password }, headers)
      const { status } = await session(target, asha.token)
      return { seen: `old session ${status}`, holds: status === 401 }
    },
  },
  {
    item: 6,
    name: 'lock an owner out by 12 wrong logins from 12 networks',
    expected: 'the right password opens it',
    async run(target) {
      const owner = await register(target)
      for (let count = 0; count < 12; count += 1)
        await postJson(
          target,
          '/auth',
          { userName: owner.userName, password: 'Wrong-pass1' },
          { 'x-forwarded-for': freshAddress() },
        )
      const headers = { cookie: owner.cookies, 'x-forwarded-for': freshAddress(), origin: target.url }
      const body = { userName: owner.userName, password: owner.password }
      const status = await statusOf(postJson(target, '/auth', body, headers))
      return { seen: `login ${status}`, holds: status === 200 }
    },
  },
  {
    item: 6,
    name: 'use up the reset mails of an owner (6 from 6 networks)',
    expected: 'the owner can still ask for one',
    async run(target) {
      const owner = await register(target)
      const ask = () =>
        statusOf(
          postJson(
            target,
            '/password/reset',
            { user: owner.userName, origin: new URL(target.url).origin.replace('127.0.0.1', 'localhost') },
            { 'x-forwarded-for': freshAddress() },
          ),
        )
      for (let count = 0; count < 6; count += 1) await ask()
      const status = await ask()
      return { seen: `request ${status}`, holds: status === 200 }
    },
  },
]
