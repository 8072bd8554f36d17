import { expect } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { aRegistration, call, type Person, personOf } from './person.ts'

const mailedLink = async (url: string, to: string) => {
  const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as { to: string; text: string }[]
  return mails.find((mail) => mail.to === to)?.text.match(/\/verify(\?\S+)/)?.[1] ?? ''
}

/** Registers a member at a server in local mode, and verifies their address with the mail in its mailbox. */
export async function registerLocally(url: string, interests: string[]): Promise<Person> {
  const input = aRegistration({ interests })
  const { token, user } = authResponse.parse((await call(url, 'POST', '/api/user', { body: input })).body)
  await verifyLocally(url, input.userName)
  return personOf(url, token, user)
}

/** Verifies an address with the mail in the mailbox of a server in local mode. */
export async function verifyLocally(url: string, userName: string): Promise<void> {
  await expect.poll(() => mailedLink(url, userName)).not.toBe('')
  await call(url, 'GET', `/api/verify${await mailedLink(url, userName)}`)
}
