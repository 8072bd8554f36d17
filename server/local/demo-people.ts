import type { Gender, LookingFor } from '#schema/enums.ts'

export interface DemoPerson {
  userName: string
  displayName: string
  gender: Gender
  age: number
  interests: string[]
  lookingFor: LookingFor[]
  city: string
  state: string
  country: string
  latitude: number
  longitude: number
}

const inPune = { city: 'Pune', state: 'Maharashtra', country: 'India' }

/** These three accounts can log in. */
export const ASHA: DemoPerson = {
  userName: 'asha@demo.test',
  displayName: 'Asha Demo',
  gender: 'Female',
  age: 29,
  interests: ['Film photography', 'Slow travel', 'Jazz', 'Urdu poetry'],
  lookingFor: ['Friendship', 'Casual Chat'],
  ...inPune,
  latitude: 18.52,
  longitude: 73.86,
}

export const BEN: DemoPerson = {
  userName: 'ben@demo.test',
  displayName: 'Ben Demo',
  gender: 'Male',
  age: 34,
  interests: ['Jazz', 'Trail running', 'Fermentation', 'Film photography'],
  lookingFor: ['Friendship', 'Networking'],
  ...inPune,
  latitude: 18.53,
  longitude: 73.84,
}

export const ADMIN: DemoPerson = {
  userName: 'admin@demo.test',
  displayName: 'Admin Demo',
  gender: 'Transgender',
  age: 41,
  interests: ['Chess', 'Gardening'],
  lookingFor: ['Networking'],
  ...inPune,
  latitude: 18.5,
  longitude: 73.81,
}

const person = (
  slug: string,
  displayName: string,
  gender: Gender,
  age: number,
  interests: string[],
  lookingFor: LookingFor[],
  [city, latitude, longitude]: readonly [string, number, number],
): DemoPerson => ({
  userName: `${slug}@partners.demo.test`,
  displayName: `${displayName} (demo)`,
  gender,
  age,
  interests,
  lookingFor,
  city,
  state: 'Maharashtra',
  country: 'India',
  latitude,
  longitude,
})

const PUNE = ['Pune', 18.52, 73.86] as const
const LONAVALA = ['Lonavala', 18.75, 73.41] as const
const SATARA = ['Satara', 17.69, 74.0] as const

/** Demo partners, who answer members who search alone. Their names contain "demo". */
export const DEMO_PARTNERS: readonly DemoPerson[] = [
  person(
    'juniper',
    'Juniper',
    'Female',
    27,
    ['Film photography', 'Slow travel', 'Ceramics'],
    ['Friendship', 'Casual Chat'],
    PUNE,
  ),
  person('atlas', 'Quiet Atlas', 'Male', 31, ['Slow travel', 'Night trains', 'Maps'], ['Friendship'], PUNE),
  person(
    'saltmarsh',
    'Saltmarsh',
    'Female',
    36,
    ['Urdu poetry', 'Birding', 'Tea'],
    ['Casual Chat'],
    LONAVALA,
  ),
  person(
    'nightjar',
    'Nightjar',
    'Male',
    44,
    ['Trail running', 'Astronomy', 'Jazz'],
    ['Friendship', 'Networking'],
    SATARA,
  ),
  person(
    'marlow',
    'Marlow Reyes',
    'Male',
    38,
    ['Fermentation', 'Cooking', 'Gardening'],
    ['Casual Chat'],
    PUNE,
  ),
  person(
    'kestrel',
    'Kestrel',
    'Transgender',
    26,
    ['Trail running', 'Birding', 'Slow travel'],
    ['Friendship'],
    LONAVALA,
  ),
  person(
    'meera',
    'Meera in B flat',
    'Female',
    34,
    ['Jazz', 'Fermentation', 'Piano'],
    ['Friendship', 'Dating'],
    PUNE,
  ),
  person('ishaan', 'Ishaan', 'Male', 29, ['Jazz', 'Film photography', 'Chess'], ['Networking'], PUNE),
]

/** `me` is the member whose history contains the conversation. */
export type DemoConversation = {
  me: string
  with: string
  hoursAgo: number
  lines: readonly (readonly ['me' | 'them', string])[]
}

export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    me: BEN.userName,
    with: 'juniper@partners.demo.test',
    hoursAgo: 2,
    lines: [
      ['them', 'You like film too. What do you shoot with?'],
      ['me', 'An old Pentax that belonged to my aunt. Half the meter is guesswork.'],
      ['them', 'The honest half, I hope.'],
      ['me', 'I once shot a whole roll four stops under on a night train. Nine frames came out.'],
      ['them', 'Nine is a lot, honestly.'],
      ['me', 'They are the only photographs I have ever framed.'],
      ['them', 'Then finish the roll you have in it now. Tomorrow, first light.'],
      ['me', 'Okay. Before anyone is up.'],
    ],
  },
  {
    me: BEN.userName,
    with: 'meera@partners.demo.test',
    hoursAgo: 27,
    lines: [
      ['me', 'Which record would you rescue from a flood?'],
      ['them', 'Ahmad Jamal at the Pershing. The room is on it as much as the trio.'],
      ['me', 'The clinking glasses keep better time than I do.'],
      ['them', 'And your kitchen? You wrote fermentation.'],
      ['me', 'Three jars of kimchi, one experiment that I no longer open.'],
      ['them', 'Salt by weight. Always by weight.'],
    ],
  },
  {
    me: ASHA.userName,
    with: 'saltmarsh@partners.demo.test',
    hoursAgo: 20,
    lines: [
      ['them', 'Faiz or Parveen Shakir, if you had to choose one for a long journey?'],
      ['me', 'Parveen on the way there, Faiz on the way back.'],
      ['them', 'That is a better answer than the question deserved.'],
      ['me', 'I have had a lot of trains to think about it.'],
      ['them', 'I found the recording I told you about. Remind me next time.'],
      ['me', 'I will. Good night from a very warm Pune.'],
    ],
  },
]
