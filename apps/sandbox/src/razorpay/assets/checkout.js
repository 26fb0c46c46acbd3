(function () {
  'use strict';
  var script = document.currentScript;
  var base = script ? new URL('.', script.src).href : '/razorpay/v1/';
  var origin = new URL(base, location.href).origin;

  function Razorpay(options) {
    if (!(this instanceof Razorpay)) return new Razorpay(options);
    if (!options || !options.key) throw new Error('`key` is a mandatory option');
    this.options = options;
    this.listeners = {};
    this.frame = null;
    this.onMessage = this.onMessage.bind(this);
  }

  Razorpay.prototype.on = function (event, listener) {
    (this.listeners[event] = this.listeners[event] || []).push(listener);
    return this;
  };

  Razorpay.prototype.emit = function (event, detail) {
    (this.listeners[event] || []).forEach(function (listener) {
      listener(detail);
    });
  };

  Razorpay.prototype.open = function () {
    if (this.frame) return;
    var options = this.options;
    var prefill = options.prefill || {};
    var query = new URLSearchParams({
      key: options.key,
      order_id: options.order_id || '',
      name: options.name || '',
      email: prefill.email || '',
      contact: prefill.contact || '',
      parent: location.origin,
    });
    var frame = document.createElement('iframe');
    frame.src = base + 'checkout/page?' + query.toString();
    frame.title = 'Payment';
    frame.className = 'razorpay-checkout-frame';
    frame.style.cssText =
      'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483000;background:rgba(8,10,17,.6);color-scheme:normal';
    this.frame = frame;
    this.opener = document.activeElement;
    addEventListener('message', this.onMessage);
    document.body.appendChild(frame);
    frame.addEventListener('load', function () {
      frame.focus();
    });
  };

  Razorpay.prototype.remove = function () {
    removeEventListener('message', this.onMessage);
    if (this.frame) this.frame.remove();
    this.frame = null;
    if (this.opener && this.opener.focus) this.opener.focus();
  };

  Razorpay.prototype.close = function () {
    if (!this.frame) return;
    this.remove();
    var modal = this.options.modal || {};
    if (modal.ondismiss) modal.ondismiss();
  };

  Razorpay.prototype.finish = function (answer) {
    this.remove();
    if (this.options.handler) return this.options.handler(answer);
    if (!this.options.callback_url) return undefined;
    var form = document.createElement('form');
    form.method = 'post';
    form.action = this.options.callback_url;
    Object.keys(answer).forEach(function (name) {
      var field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = answer[name];
      form.appendChild(field);
    });
    document.body.appendChild(form);
    form.submit();
    return undefined;
  };

  Razorpay.prototype.onMessage = function (event) {
    if (event.origin !== origin || !this.frame || event.source !== this.frame.contentWindow) return;
    var message = event.data || {};
    if (message.type === 'paid') this.finish(message.answer);
    else if (message.type === 'failed') this.emit('payment.failed', { error: message.error });
    else if (message.type === 'close') this.close();
  };

  window.Razorpay = Razorpay;
})();
