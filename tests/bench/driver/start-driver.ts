import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { type Answer, answerModel, type Command } from './commands.ts'

export interface Driver {
  ask(command: Command): void
  /** Returns the next answer. @throws Error when it is another one, or the driver has ended */
  answer<Kind extends Answer['is']>(kind: Kind): Promise<Extract<Answer, { is: Kind }>>
  stop(): Promise<void>
}

/** Starts the load driver in a process of its own. */
export function startDriver(): Driver {
  const child = fork(resolve(import.meta.dirname, 'driver.ts'))
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error('the driver ended early')))
  ended.catch(() => undefined)
  const answers: unknown[] = []
  let wake = () => {}
  child.on('message', (message) => {
    answers.push(message)
    wake()
  })
  const arrival = () =>
    new Promise<void>((done) => {
      wake = done
    })
  const is = <Kind extends Answer['is']>(
    answer: Answer,
    kind: Kind,
  ): answer is Extract<Answer, { is: Kind }> => answer.is === kind
  return {
    ask: (command) => void child.send(command),
    async answer(kind) {
      while (answers.length === 0) await Promise.race([arrival(), ended])
      const answer = answerModel.parse(answers.shift())
      if (!is(answer, kind)) throw new Error(`the driver answered "${answer.is}", not "${kind}"`)
      return answer
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}
