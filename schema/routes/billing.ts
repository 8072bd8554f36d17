import { subscriptionDetails, transactions } from '../billing.ts'
import { done, type Route } from '../route.ts'

export const BILLING_ROUTES = {
  listTransactions: {
    method: 'GET',
    path: '/api/v1/transactions',
    access: 'member',
    summary: 'My payments, the latest first',
    responses: { 200: transactions },
  },
  getSubscription: {
    method: 'GET',
    path: '/api/v1/subscription/details',
    access: 'member',
    summary: 'Whether I am premium, and until when',
    responses: { 200: subscriptionDetails },
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/v1/subscription/cancel',
    access: 'member',
    summary: 'Take no further plan; what was paid for stays until its end',
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
