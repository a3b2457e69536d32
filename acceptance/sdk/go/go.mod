module acceptance

go 1.24

require example.com/cloud-marketplace/marketplace-go v0.0.0

replace example.com/cloud-marketplace/marketplace-go => ../../../generated/go
