import { vi } from 'vitest';

type WindowOptions = {
  readonly order_id: string;
  readonly handler: (answer: object) => void;
  readonly modal: { readonly ondismiss: () => void };
};

/** The provider's script, as the browser would load it: what the person does in its window is `act`. */
export function providerWindow(act: 'pays' | 'closes' | 'stays open' | 'is refused' | 'never loads') {
  const opened: WindowOptions[] = [];
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement)) {
      append(...nodes);
      return;
    }
    queueMicrotask(() => script.dispatchEvent(new Event(act === 'never loads' ? 'error' : 'load')));
  });
  vi.stubGlobal(
    'Razorpay',
    class {
      readonly options: WindowOptions;
      onFailed: () => void = () => undefined;
      constructor(options: WindowOptions) {
        this.options = options;
        opened.push(options);
      }
      on(_event: string, listener: () => void) {
        this.onFailed = listener;
      }
      open() {
        if (act === 'is refused') this.onFailed();
        if (act === 'pays') this.options.handler({ razorpay_payment_id: 'pay_1', razorpay_signature: 'sig' });
        else if (act !== 'stays open') this.options.modal.ondismiss();
      }
    },
  );
  return opened;
}
