import { interestBells, setInterestBell } from '../bells.ts'
import type { Route } from '../route.ts'

export const BELL_ROUTES = {
  getInterestBells: {
    method: 'GET',
    path: '/api/v1/interest-bells',
    access: 'member',
    summary: 'Read the bells of the own interests',
    responses: { 200: interestBells },
  },
  setInterestBell: {
    method: 'PUT',
    path: '/api/v1/interest-bells',
    access: 'member',
    summary: 'Turn the bell of an interest on or off',
    body: setInterestBell,
    responses: { 200: interestBells },
  },
} as const satisfies Record<string, Route>
