// Stands in for the card provider's checkout script: the same class, options, callbacks and events, as documented at
// https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/
;(() => {
  // As with a real provider, the checkout is at the origin of this script, which may be another one than that of the page.
  const { origin } = new URL(document.currentScript.src)
  const COVERING =
    'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;color-scheme:light dark'

  class Razorpay {
    #options
    #container = null
    #frame = null
    #timer = null
    #listeners = new Map()
    #hear = (event) => {
      if (event.origin !== origin || event.source !== this.#frame?.contentWindow) return
      this.#receive(event.data)
    }

    constructor(options) {
      if (!options?.key || !options.order_id) throw new Error('key and order_id are needed')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, listener)
    }

    open() {
      const { key, order_id, name = '', description = '', theme = {}, timeout } = this.#options
      const query = new URLSearchParams({ key, order_id, name, description, color: theme.color ?? '' })
      this.#frame = document.createElement('iframe')
      this.#frame.src = `${origin}/dev/pay/checkout?${query}`
      this.#frame.title = 'Payment'
      this.#frame.style.cssText = COVERING
      this.#container = document.createElement('div')
      this.#container.className = 'razorpay-container'
      this.#container.style.cssText = COVERING
      this.#container.append(this.#frame)
      document.body.append(this.#container)
      window.addEventListener('message', this.#hear)
      if (timeout) this.#timer = setTimeout(() => this.#dismiss('timeout'), timeout * 1000)
    }

    close() {
      clearTimeout(this.#timer)
      window.removeEventListener('message', this.#hear)
      this.#container?.remove()
      this.#frame = null
    }

    #receive({ type, response, error }) {
      if (type === 'paid') {
        this.close()
        this.#options.handler?.(response)
      } else if (type === 'failed') {
        if (this.#options.retry?.enabled === false) this.close()
        this.#listeners.get('payment.failed')?.({ error })
      } else if (type === 'dismissed') this.#dismiss()
    }

    #dismiss(reason) {
      this.close()
      this.#options.modal?.ondismiss?.(reason)
    }
  }

  window.Razorpay = Razorpay
})()
