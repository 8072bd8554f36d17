import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** The mails to an address, the newest first. */
export const mailsTo = (node: TestApp, address: string) =>
  node.app.context.mailbox?.list().filter((mail) => mail.to === address) ?? []

/** The newest mail to an address whose subject matches, once it has arrived. */
export async function mailed(node: TestApp, address: string, subject: RegExp) {
  const find = () => mailsTo(node, address).find((mail) => subject.test(mail.subject))
  await expect.poll(find).toBeDefined()
  const mail = find()
  if (!mail) throw new Error(`no mail to ${address} about ${subject}`)
  const link = new URL(mail.text.match(/https?:\/\/\S+/)?.[0] ?? '')
  return { ...mail, link, code: mail.text.match(/: ([0-9A-Z]{5}-[0-9A-Z]{5})$/m)?.[1] ?? '' }
}
