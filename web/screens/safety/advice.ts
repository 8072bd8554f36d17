import { STRIKES } from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'

interface Paragraph {
  title: string
  text: string
}

export const STAYING_SAFE: readonly Paragraph[] = [
  {
    title: 'Contact details',
    text: 'Keep your full name, address, workplace and number to yourself until you know each other. A username that you use elsewhere leads to the rest of you. Whoever presses you to go on in another app has a reason to.',
  },
  {
    title: 'Money',
    text: 'Send no money, gift cards or crypto to somebody you know from a chat, however good the story. Do not invest on their advice, and pass on nothing for them. Whoever asks is most likely not who they say they are.',
  },
  {
    title: 'Pictures',
    text: 'A picture that was sent cannot be taken back. If somebody threatens to publish one, do not pay: it does not end there. Report them, keep what they wrote, and go to the police.',
  },
  {
    title: 'Meeting for the first time',
    text: 'Take your time; nobody who means well minds another week of talking. Meet by day, where other people are, and get there and home on your own. Tell a friend where you are and when you will be back.',
  },
  {
    title: 'Leaving',
    text: 'You can end any conversation at any moment, and you owe nobody a reason. After a block or a report the two of you do not meet here again. Nobody is told that you blocked or reported them.',
  },
  {
    title: 'What we never ask',
    text: `We never ask for your password, for a code from a mail or for money in a chat. Whoever says in a chat that they are from ${PRODUCT.name} is not.`,
  },
  {
    title: 'Where to find help',
    text: 'In danger, call the emergency number of the country you are in: 112 in India and in Europe, 999 in the United Kingdom, 911 in North America, 000 in Australia. If you think of hurting yourself, or need somebody to talk to now: findahelpline.com names free helplines in most countries.',
  },
]

export const MODERATION: readonly Paragraph[] = [
  {
    title: 'Who reads a report',
    text: 'People. Threats, and anything about children, come first. When several people report somebody, the account may be paused until a moderator has looked.',
  },
  {
    title: 'What they see',
    text: `What you wrote, what was said last in that conversation, and what was decided about the person before. The person does not learn who reported them. Without a report they see messages that our filter held back, and, of somebody who gives an age under ${PRODUCT.minimumAge}, what that person wrote with the one line before it.`,
  },
  {
    title: 'What they decide',
    text: `To leave it, to warn, to suspend for some days, or to ban, always with a reason that the person reads. Warnings and suspensions are strikes: they count for ${STRIKES.lastDays} days, and ${STRIKES.limit} at a time suspend an account for ${STRIKES.suspendsForDays} days.`,
  },
  {
    title: 'If they are wrong',
    text: 'Every decision can be appealed against once. Somebody else than whoever decided reads the appeal, where there is somebody else.',
  },
  {
    title: 'What is kept',
    text: 'A report and what was said then, for up to 24 months, also when the conversation is cleared or an account is deleted. What moderators do is written down where nobody can change it.',
  },
]
