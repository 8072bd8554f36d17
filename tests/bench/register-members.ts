import { aRegistration } from '../kit/person.ts'

const AT_ONCE = 8

/** Registers this many members, eight at a time. @throws Error when the server refuses one */
export async function registerMembers(url: string, count: number): Promise<void> {
  const registrations = Array.from({ length: count }, () => aRegistration()).values()
  const worker = async () => {
    for (const registration of registrations) {
      const answer = await fetch(`${url}/api/user`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration),
      })
      if (answer.status !== 200)
        throw new Error(`the registration was answered with ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
