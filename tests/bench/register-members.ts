const AT_ONCE = 8

const registration = (index: number) => ({
  userName: `bench-${index}@example.com`,
  password: 'Monsoon-2026',
  displayName: `Person ${index} of many`,
  phone: '+919822012345',
  interests: ['Film photography', 'Jazz'],
  nearBy: false,
  gender: 'Female',
  age: 31,
  lookingFor: ['Friendship'],
})

/** Registers this many members, eight at a time. @throws Error when the server refuses one */
export async function registerMembers(url: string, count: number): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const index of indexes) {
      const answer = await fetch(`${url}/api/user`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration(index)),
      })
      if (answer.status !== 200)
        throw new Error(`the registration was answered with ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
