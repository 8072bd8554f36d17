import { becomeMember, composer, findMatch, type Profile, type Visitor } from './browser.ts'

/** Makes two new members meet in a chat. Returns the profile of the first one. */
export async function meet(first: Visitor, second: Visitor, interest: string): Promise<Profile> {
  const profile = await becomeMember(first, [interest])
  await becomeMember(second, [interest])
  await findMatch(first)
  await findMatch(second)
  await composer(first).waitFor()
  await composer(second).waitFor()
  return profile
}
