/** The texts of demo partners, who say at once that they are a program. */
export function openingLine(shared: readonly string[]): string {
  const [first] = shared
  const common = first
    ? `We share ${first.toLocaleLowerCase()}, it seems.`
    : 'We share a quiet house, it seems.'
  return `Hello! I am a demo partner: a few lines of code that keep you company while nobody else is here. ${common} What would you tell a person who knows nothing about it?`
}

const QUESTIONS = [
  'Go on, I am listening as well as code can.',
  'And how did that begin?',
  'What is the part that most people get wrong?',
  'If you had a free Sunday for it, what would you do?',
  'I would remember that if I could. What else?',
]

export function replyTo(message: string, count: number): string {
  if (/\b(bot|robot|human|real|person|ai)\b/i.test(message)) {
    return 'I am a demo partner, not a person. Open a second browser and register there to talk with a real person.'
  }
  if (/^\s*(hi|hello|hey|namaste|hallo)\b/i.test(message)) return 'Hello to you too. What brought you here?'
  if (/\b(bye|good night|see you)\b/i.test(message)) return 'Take care. Find Another whenever you like.'
  if (message.trim().endsWith('?'))
    return 'A good question for a real person. I can only ask back: what do you think?'
  return QUESTIONS[(count - 1) % QUESTIONS.length] ?? ''
}
