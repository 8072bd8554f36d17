/** The texts of demo partners, who say at once that they are a program. */
export function openingLine(shared: readonly string[]): string {
  const [first] = shared
  const question = first
    ? `We share an interest: ${first.toLocaleLowerCase()}. What would you tell someone who is new to it?`
    : 'What do you like to talk about?'
  return `Hello! I am a demo partner, a small program that keeps you company while nobody else is here. ${question}`
}

const QUESTIONS = [
  'Tell me more. I listen as well as a program can.',
  'And how did that begin?',
  'What is the part that most people get wrong?',
  'If you had a free Sunday for it, what would you do?',
  'I wish I could remember that. What else?',
]

export function replyTo(message: string, count: number): string {
  if (/\b(bot|robot|human|real|person|ai)\b/i.test(message)) {
    return 'I am a demo partner, not a person. Open a second browser and register there to talk with a real person.'
  }
  if (/^\s*(hi|hello|hey|namaste|hallo)\b/i.test(message)) return 'Hello! What brings you here?'
  if (/\b(bye|good night|see you)\b/i.test(message))
    return 'Take care! Press Find Another to meet someone new.'
  if (message.trim().endsWith('?')) return 'That is a good question for a real person. What do you think?'
  return QUESTIONS[(count - 1) % QUESTIONS.length] ?? ''
}
