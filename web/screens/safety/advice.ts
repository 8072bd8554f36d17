import { STRIKES } from '#schema/moderation.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'

interface Paragraph {
  title: string
  text: string
}

export const STAYING_SAFE: readonly Paragraph[] = [
  {
    title: 'Contact details',
    text: 'Keep your full name, address, workplace and phone number to yourself until you know each other. A username from another site can lead people to your real name. Be careful with anyone who pushes you to move to another app.',
  },
  {
    title: 'Money',
    text: 'Never send money, gift cards or crypto to someone you know from a chat, even if the story sounds true. Don’t invest on their advice, and don’t pass on money or parcels for them. Someone who asks for this is most likely lying about who they are.',
  },
  {
    title: 'Pictures',
    text: 'You can’t take back a picture you have sent. If someone threatens to publish one, don’t pay. They will only ask for more. Report them, keep what they wrote, and go to the police.',
  },
  {
    title: 'Meeting for the first time',
    text: 'Take your time. A person who means well is happy to chat for another week. Meet during the day, in a place with other people. Get there and home on your own. Tell a friend where you are and when you will be back.',
  },
  {
    title: 'Leaving',
    text: 'You can end any chat at any time, without a reason. After a block or a report, you two won’t meet here again. People aren’t told that you blocked or reported them.',
  },
  {
    title: 'What we never ask',
    text: `We never ask for your password, a code from an email, or money. Nobody from ${PRODUCT.name} will ever contact you in a chat.`,
  },
  {
    title: 'Where to find help',
    text: 'If you are in danger, call the emergency number of your country: 112 in India and Europe, 999 in the United Kingdom, 911 in North America, 000 in Australia. If you are thinking about hurting yourself, or need to talk to someone now, visit findahelpline.com. It lists free helplines in most countries.',
  },
]

export const MODERATION: readonly Paragraph[] = [
  {
    title: 'Who reads a report',
    text: 'Our moderators read every report. Threats, and anything about children, come first. If several people report the same person, we may pause that account until a moderator has looked.',
  },
  {
    title: 'What they see',
    text: `They see what you wrote, the last messages of that chat, and earlier decisions about the person. The person isn’t told who reported them. Without a report, moderators see messages that our filter held back. If someone gives an age under ${PRODUCT.minimumAge}, they also see what that person wrote, with the other person’s last line before it.`,
  },
  {
    title: 'What they decide',
    text: `They can do nothing, warn, suspend for some days, or ban. The person always gets a reason. Each warning or suspension is a strike and counts for ${STRIKES.lastDays} days. With ${STRIKES.limit} strikes at the same time, we suspend the account for ${STRIKES.suspendsForDays} days.`,
  },
  {
    title: 'If they make a mistake',
    text: 'You can appeal each decision once. Another moderator reads your appeal, if there is one.',
  },
  {
    title: 'What we keep',
    text: `We keep a report and its messages for up to ${RETENTION.essentialMonths} months, even if the chat is cleared or the account is deleted. We record what moderators do in a log that no one can change.`,
  },
]
