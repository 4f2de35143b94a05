import { configure } from '@testing-library/react';

// What a user would see is waited for, however busy the machine is.
configure({ asyncUtilTimeout: 20_000 });
