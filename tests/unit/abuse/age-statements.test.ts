import { describe, expect, it } from 'vitest'
import * as ages from '#server/domains/abuse/text/age-statements.ts'
import { normalizeText } from '#server/domains/abuse/text/normalize-text.ts'
import { cpuTimeOf } from '../../kit/cpu-time.ts'

const underageStatement = (text: string) => ages.underageStatement(normalizeText(text))
const underageName = (name: string) => ages.underageName(normalizeText(name))

describe('a statement of an age under 18', () => {
  it.each([
    "I'm 15",
    'I’m 15',
    'im 16',
    'im 16 yo',
    'I am fourteen',
    'i am only 15',
    "I'm actually 17 lol",
    "i'm 17, you?",
    'hey im 13 and bored',
    "I'm 15 but mature for my age",
    'im 16 from Delhi',
    "I'm 15 years old",
    "I'm still 17.",
    "honestly? i'm 16 btw",
    'im a 15 year old girl',
    "I'm a 16-year-old boy from Pune",
    'im a 14yo',
    "I'm 15 and I got a dog",
    "I'm 16, can we talk again?",
    'i am 9 years old',
    'my age is 15',
    'age 15',
    'Age: 16',
    '15f',
    'f 16',
    '15/f',
    'f/15',
    'hi 15f here',
    'asl? 16 f uk',
    '16 girl',
    'girl 14',
    'm 16 india',
    '17/m',
    '16 yo',
    '15 years old',
    '16 y/o girl from goa',
    'just turned 16',
    'i just turned 15',
    'I turned 16 last week',
    'turning 17',
    "I'm turning 17 next month",
    'turning sixteen soon!',
    "i'll be 17 in may",
    "i'll be 18 soon, I will be 17 next week",
    'my 15th birthday',
    'my 15th birthday is tomorrow',
    'my sweet 16 is on saturday',
    'in 9th grade',
    "I'm in 9th grade",
    'im still in ninth grade',
    'I am in class 10',
    "i'm in 10th standard",
    "i'm in grade 8",
    "I'm in high school",
    'i go to middle school',
    "i'm an 8th grader",
    "I'm a high school freshman",
    "I'm underage",
    "i'm a minor",
    "I'm under 18 tho",
    "i'm not 18 yet",
    "hello there. i'm 15",
  ])('does not escape the filter: %j', (text) => {
    expect(underageStatement(text)).not.toBeNull()
  })
})

describe('an age under 18 in an unusual spelling', () => {
  it.each([
    ['wide digits', "I'm \uff11\uff15"],
    ['digits of Hindi', "I'm \u0967\u096b"],
    ['keycaps', "I'm 1\ufe0f\u20e35\ufe0f\u20e3"],
    ['a no-break space', "i'm\u00a015"],
    ['a space of no width', "i'm 1\u200b5"],
    ['an acute accent', 'I\u00b4m 15'],
    ['a backtick', 'i`m 15'],
    ['a line break', "I'm\n15"],
    ['a line of its own', 'hello\n15f'],
    ['a half', "I'm 15\u00bd"],
  ])('does not escape the filter with %s', (_, text) => {
    expect(underageStatement(text)).not.toBeNull()
  })
})

describe('a text without a statement of an age under 18', () => {
  it.each([
    "I'm 15 minutes away",
    "I'm 15 min away",
    '16 km',
    "I'm 16 km from you",
    "I'm 12 hours ahead of you",
    "I'm 10 and a half hours behind",
    'since I was 15',
    'when I was 16',
    "when I'm 15 minutes late",
    'my son is 15',
    'my daughter just turned 16',
    'my kid is in 9th grade',
    'my sister is turning 17',
    'I have 2 kids, 15 and 12',
    "I'm with my 15 year old",
    "I'm 15 years sober",
    "I'm 15 years older than you",
    "I'm 15 years into my career",
    "I'm 12 days clean",
    "I'm 16 weeks pregnant",
    "I'm 17% done",
    "I'm 15.5 km away",
    "I'm 10/10 happy",
    "I'm 12 episodes in",
    "I'm 15 pages in",
    "I'm 16 in this photo",
    "I'm on level 15",
    "I'm 11th in line",
    "I'm 150",
    "I'm 18",
    "I'm 31, she is 15",
    "I'm 41",
    "I feel like I'm 15 again",
    "you act like I'm 12",
    'people think I’m 17',
    "I'm 15 at heart",
    "I'm a 15 year old at heart",
    'she said "I\'m 15"',
    "if I'm 15 then you are 10",
    "I'm not 15",
    'I wish I was 16',
    "I'm 17 in dog years",
    'I turned 16 in 1998',
    'when I turned 16 I got a bike',
    'on my 15th birthday I got a bike',
    'I remember my 16th birthday',
    'I teach 9th grade',
    'in 9th grade I broke my arm',
    'when I was in 9th grade',
    'I finished high school in 2004',
    "I'm a high school teacher",
    "I'm a minor league player",
    'I have a minor in history',
    'a minor problem',
    'the F-16 is loud',
    'F 16:30 train',
    '15 m away',
    '15m',
    'it is 15 F outside',
    'a 15 year old whisky',
    '12 years old Macallan',
    'page 15',
    'I have 15 cats',
    "I'll be 15 minutes late",
    'turning 15 degrees to the left',
    'at age 15 I moved to Pune',
    'I work at a middle school',
    "I'm in High School Musical",
    'i go to high school games',
    'world of 16 bit games',
    'see you at 16',
    'class of 2010',
    'first class service',
    'underground music, thunder',
    'I am 16-bit nostalgic',
    "I'm 12:30 kind of hungry",
    "I'm 14 points ahead",
    "I'm 6'2, 15 stone",
    'route 10, exit 12',
    'my dog is 15 years old',
    '15 years old is too young to drive',
    "I'm 15\u00bd minutes late",
    '\u0407\u043c 15 \u0456 12',
    "I'm 15\u2103 warmer here",
  ])('causes no report: %j', (text) => {
    expect(underageStatement(text)).toBeNull()
  })

  it.each([
    ['numbers', '15 '.repeat(1300)],
    ['beginnings', "i'm only ".repeat(440)],
    ['stops', '. . hi, '.repeat(500)],
    ['greetings', `${'hi hey '.repeat(560)}15`],
    ['greetings on lines of their own', `${'hi\n'.repeat(1300)}15`],
    ['grades', `i'm ${'still '.repeat(600)}in 9th`],
  ])('takes little time to check, even a hostile text of %s', (_, text) => {
    expect(cpuTimeOf(() => underageStatement(text))).toBeLessThan(500)
  })
})

describe('a display name', () => {
  it.each([
    'Maya 15f',
    'Maya \uff11\uff15f',
    'Maya (16)',
    'Maya, 16',
    '16yo Maya',
    '15 yr Maya',
    '15yrs',
    '15 year Maya',
  ])('gives away an age under 18: %j', (name) => {
    expect(underageName(name)).not.toBeNull()
  })

  it.each([
    'Player 17',
    'Maya (61)',
    'Maya (16 cats)',
    'Maya, 16 cats',
    'F15 Eagle fan',
    'Route 16',
    'Maya 2016',
    'Agent 1015',
  ])('gives away no age with another number: %j', (name) => {
    expect(underageName(name)).toBeNull()
  })
})
