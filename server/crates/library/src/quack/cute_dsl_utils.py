"""The base of quack's dataclasses of what kernels are given."""

from dataclasses import dataclass, fields

import cutlass


@dataclass
class ParamsBase:
    def __extract_mlir_values__(self):
        own = [getattr(self, field.name) for field in fields(self)]
        return [value for part in own for value in cutlass.extract_mlir_values(part)]

    def __new_from_mlir_values__(self, values):
        return self
