import { configure } from '@testing-library/react';

/** A busy machine is slow, not wrong: what a test waits for may take this long to appear. */
configure({ asyncUtilTimeout: 8_000 });
