import {
  cardCapture,
  order,
  orderHeaders,
  orderRequest,
  paymentOptions,
  paymentParams,
  paymentStatus,
  paypalCapture,
  paypalCaptureRequest,
  subscribed,
  subscribeParams,
  subscribeRequest,
  subscriptionDetails,
  transactions,
  webhookBody,
  webhookHeaders,
} from '../billing.ts'
import { done, type Route } from '../route.ts'

const createOrder = {
  method: 'POST',
  access: 'member',
  headers: orderHeaders,
  body: orderRequest,
  responses: { 200: order },
} as const

const webhook = {
  method: 'POST',
  access: 'public',
  anyPage: true,
  headers: webhookHeaders,
  body: webhookBody,
  bodyType: 'text',
  responses: { 200: done },
} as const

export const BILLING_ROUTES = {
  getPaymentOptions: {
    method: 'GET',
    path: '/api/v1/payment/options',
    access: 'member',
    summary: 'Read the payment options',
    responses: { 200: paymentOptions },
  },
  createSimpleOrder: {
    ...createOrder,
    path: '/api/v1/orders/create-simple',
    summary: 'Create an order',
  },
  createOrder: {
    ...createOrder,
    path: '/api/v1/orders/create',
    summary: 'Create an order, second address',
  },
  getPaymentStatus: {
    method: 'GET',
    path: '/api/v1/payment/status/{paymentId}',
    access: 'member',
    changesState: true,
    summary: 'Read the status of a payment',
    params: paymentParams,
    responses: { 200: paymentStatus },
  },
  capturePayment: {
    method: 'POST',
    path: '/api/v1/payment/capture/{paymentId}',
    access: 'member',
    summary: 'Capture a payment',
    params: paymentParams,
    responses: { 200: cardCapture },
  },
  subscribe: {
    method: 'POST',
    path: '/api/v1/subscribe/{plan}',
    access: 'member',
    summary: 'Activate a plan',
    params: subscribeParams,
    body: subscribeRequest,
    responses: { 200: subscribed },
  },
  capturePaypalOrder: {
    method: 'POST',
    path: '/api/v1/orders/paypal/capture',
    access: 'member',
    summary: 'Capture a PayPal order',
    body: paypalCaptureRequest,
    responses: { 200: paypalCapture },
  },
  razorpayWebhook: {
    ...webhook,
    path: '/api/v1/webhooks/razorpay',
    summary: 'Receive a Razorpay webhook',
  },
  paypalWebhook: {
    ...webhook,
    path: '/api/v1/webhooks/paypal',
    summary: 'Receive a PayPal webhook',
  },
  listTransactions: {
    method: 'GET',
    path: '/api/v1/transactions',
    access: 'member',
    summary: 'List the own payments',
    responses: { 200: transactions },
  },
  getSubscription: {
    method: 'GET',
    path: '/api/v1/subscription/details',
    access: 'member',
    summary: 'Read the own subscription',
    responses: { 200: subscriptionDetails },
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/v1/subscription/cancel',
    access: 'member',
    summary: 'Cancel premium',
    responses: { 200: done },
  },
} as const satisfies Record<string, Route>
